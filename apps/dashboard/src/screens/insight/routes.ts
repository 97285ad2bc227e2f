import { createRoute, redirect } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { toFilter } from './scope/filter.js';

const screen = lazyScreens('insight', 'figures');
const shared = { getParentRoute: () => company, validateSearch: toFilter } as const;

export const insightRoutes = [
  createRoute({ ...shared, path: '/insight', component: screen(() => import('./overview.js'), 'Overview') }),
  createRoute({
    ...shared,
    path: '/insight/questions',
    component: screen(() => import('./questions.js'), 'Questions'),
  }),
  createRoute({ ...shared, path: '/insight/answers', component: screen(() => import('./answers.js'), 'Answers') }),
  createRoute({ ...shared, path: '/insight/matches', component: screen(() => import('./matches.js'), 'Matches') }),
  createRoute({
    ...shared,
    path: '/insight/revenue',
    component: screen(() => import('./revenue/revenue.js'), 'Revenue'),
  }),
  createRoute({ ...shared, path: '/insight/sources', component: screen(() => import('./sources.js'), 'Sources') }),
  // The same screens, of one funnel.
  createRoute({
    ...shared,
    path: '/funnels/$funnel/insight',
    beforeLoad: ({ params: { company: handle, funnel }, search }) => {
      throw redirect({ to: '/c/$company/insight', params: { company: handle }, search: { ...search, funnel } });
    },
  }),
] as const;

import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readTabsAddress } from './tabs-address.js';

const screen = lazyScreens('tabs', 'drafts', 'edit', 'targets');

export const tabRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/funnels/$funnel/result-page',
    validateSearch: readTabsAddress,
    component: screen(() => import('./tabs.js'), 'Tabs'),
  }),
] as const;

import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('rules', 'conditions');

export const ruleRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/funnels/$funnel/rules',
    component: screen(() => import('./rules.js'), 'Rules'),
  }),
] as const;

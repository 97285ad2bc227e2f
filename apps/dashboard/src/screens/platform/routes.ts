import { createRoute } from '@tanstack/react-router';
import { platform } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readUserFilter } from './user-filter.js';

const screen = lazyScreens('platform');

export const platformRoutes = [
  createRoute({
    getParentRoute: () => platform,
    path: '/companies',
    validateSearch: readUserFilter,
    component: screen(() => import('./companies.js'), 'Companies'),
  }),
  createRoute({
    getParentRoute: () => platform,
    path: '/users',
    validateSearch: readUserFilter,
    component: screen(() => import('./users.js'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => platform,
    path: '/health',
    component: screen(() => import('./health/health.js'), 'Health'),
  }),
] as const;

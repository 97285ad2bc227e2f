import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('overview', 'figures');

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/',
    component: screen(() => import('./overview.js'), 'Overview'),
  }),
] as const;

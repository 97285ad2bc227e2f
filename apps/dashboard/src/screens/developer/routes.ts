import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('developer');

export const developerRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/settings/developer',
    component: screen(() => import('./developer.js'), 'Developer'),
  }),
] as const;

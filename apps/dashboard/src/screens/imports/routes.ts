import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('imports');

export const importRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/imports',
    component: screen(() => import('./imports.js'), 'Imports'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/imports/sources',
    component: screen(() => import('./sources.js'), 'Sources'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/imports/$import',
    component: screen(() => import('./import.js'), 'Import'),
  }),
] as const;

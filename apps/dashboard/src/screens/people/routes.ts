import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('people');

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/settings/people',
    component: screen(() => import('./people.js'), 'People'),
  }),
] as const;

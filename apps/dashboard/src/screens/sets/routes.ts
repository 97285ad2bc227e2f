import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readSetsAddress } from './sets-address.js';

const screen = lazyScreens('sets', 'products', 'drafts', 'targets');

export const setRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/products/sets',
    validateSearch: readSetsAddress,
    component: screen(() => import('./sets.js'), 'Sets'),
  }),
] as const;

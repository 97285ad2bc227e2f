import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { toWanted } from './record-facts.js';

const screen = lazyScreens('shoppers', 'conditions', 'targets');

export const shopperRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/shoppers',
    validateSearch: toWanted,
    component: screen(() => import('./shoppers.js'), 'Shoppers'),
  }),
] as const;

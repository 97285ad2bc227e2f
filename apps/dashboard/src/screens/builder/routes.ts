import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readBuilderAddress } from './builder-address.js';

const screen = lazyScreens('builder', 'check', 'conditions', 'edit', 'targets');

export const builderRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/funnels/$funnel',
    validateSearch: readBuilderAddress,
    component: screen(() => import('./builder.js'), 'Builder'),
  }),
] as const;

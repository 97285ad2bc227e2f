import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readFunnelsAddress } from './funnels-address.js';

const screen = lazyScreens('funnels');

export const funnelRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/funnels',
    validateSearch: readFunnelsAddress,
    component: screen(() => import('./funnels.js'), 'Funnels'),
  }),
] as const;

import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { toFilter } from './filter.js';

const screen = lazyScreens('webhooks');

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/settings/webhooks',
    validateSearch: toFilter,
    component: screen(() => import('./webhooks.js'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/settings/webhooks/$delivery',
    component: screen(() => import('./delivery.js'), 'Delivery'),
  }),
] as const;

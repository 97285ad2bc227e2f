import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('company');
const securityScreen = lazyScreens('company', 'sessions');

export const companyRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/settings/company',
    component: screen(() => import('./company.js'), 'CompanySettings'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/settings/security',
    component: securityScreen(() => import('./security.js'), 'Security'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/settings/look',
    component: screen(() => import('./look.js'), 'Look'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/settings/components',
    component: screen(() => import('./components.js'), 'Components'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/settings/chat',
    component: screen(() => import('./chat.js'), 'Chat'),
  }),
] as const;

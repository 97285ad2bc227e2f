import { createRoute } from '@tanstack/react-router';
import { signedIn } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('account');

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    component: screen(() => import('./companies.js'), 'Companies'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/me',
    component: screen(() => import('./account.js'), 'Account'),
  }),
] as const;

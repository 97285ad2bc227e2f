import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../../api/queries.js';
import { signedIn } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('account');

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    beforeLoad: ({ context }) => {
      if (context.queries.getQueryData(meQuery.queryKey)?.platformAdmin) throw redirect({ to: '/platform/companies' });
    },
    component: screen(() => import('./companies.js'), 'Companies'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/me',
    component: screen(() => import('./account.js'), 'Account'),
  }),
] as const;

import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../../api/queries.js';
import { signedIn } from '../../app/base-routes.js';
import { findFirstCompany, lastCompany } from '../../app/last-company.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('account', 'sessions');

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    beforeLoad: ({ context }) => {
      const me = context.queries.getQueryData(meQuery.queryKey);
      if (me?.platformAdmin) throw redirect({ to: '/platform/companies' });
      const first = me && findFirstCompany(me, lastCompany.get());
      if (first === undefined) throw redirect({ to: '/companies' });
      throw redirect({ to: '/c/$company', params: { company: first } });
    },
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/companies',
    component: screen(() => import('./companies.js'), 'Companies'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/me',
    component: screen(() => import('./account.js'), 'Account'),
  }),
] as const;

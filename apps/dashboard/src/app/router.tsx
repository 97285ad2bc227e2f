import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from '../api/api-error.js';
import { meQuery } from '../api/queries.js';
import { ErrorNotice } from '../shared/error-notice.js';
import { Loading } from '../shared/loaded.js';
import { NotFound } from './not-found.js';
import { SignInQuestion } from './sign-in-question.js';

interface Context {
  queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <SignInQuestion />
    </>
  ),
  notFoundComponent: NotFound,
});

/** Where to continue after the sign-in: an address of this application, never another host's. */
const toNext = (search: Record<string, unknown>): { next?: string } => {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: toNext,
  component: lazyRouteComponent(() => import('../screens/entry/sign-in.js'), 'SignIn'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('../screens/entry/reset.js'), 'Reset'),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyRouteComponent(() => import('../screens/entry/invite.js'), 'Invite'),
});

/** Everything that needs a session. Without one, the sign-in comes first and then the wanted address. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queries.ensureQueryData(meQuery).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: location.pathname === '/' ? {} : { next: location.href } });
    });
    if (me.mustEnroll && location.pathname !== '/me') throw redirect({ to: '/me' });
  },
  component: lazyRouteComponent(() => import('./shell.js'), 'Shell'),
});
const companies = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/account/companies.js'), 'Companies'),
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/me',
  component: lazyRouteComponent(() => import('../screens/account/account.js'), 'Account'),
});

const company = createRoute({ getParentRoute: () => signedIn, path: '/c/$company', component: Outlet });
const inCompany = <P extends string>(path: P, component: Parameters<typeof createRoute>[0]['component']) =>
  createRoute({ getParentRoute: () => company, path, component });

const routes = root.addChildren([
  signIn,
  reset,
  invite,
  signedIn.addChildren([
    companies,
    account,
    company.addChildren([
      inCompany(
        '/settings/developer',
        lazyRouteComponent(() => import('../screens/settings/developer.js'), 'Developer'),
      ),
    ]),
  ]),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queries },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: ({ error, reset }) => <ErrorNotice error={error as Error} onRetry={reset} />,
    defaultNotFoundComponent: NotFound,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

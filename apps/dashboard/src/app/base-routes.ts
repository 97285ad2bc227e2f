import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.js';
import { meQuery } from '../api/queries.js';
import { NotFound } from './not-found.js';
import { Root } from './root.js';

interface Context {
  queries: QueryClient;
}

/** The parents of all screens. */
export const root = createRootRouteWithContext<Context>()({ component: Root, notFoundComponent: NotFound });

/** Everything that needs a session. Without one, the sign-in comes first and then the wanted address. */
export const signedIn = createRoute({
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

/** The screens of the platform, which the frame shows to its administrators only. */
export const platform = createRoute({ getParentRoute: () => signedIn, path: '/platform' });

/** The screens of one company. */
export const company = createRoute({ getParentRoute: () => signedIn, path: '/c/$company' });

import { createRoute } from '@tanstack/react-router';
import { root } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { SignIn } from './sign-in.js';

const screen = lazyScreens('entry');

/** Where to continue after the sign-in: an address of this application, never another host's. */
const toNext = (search: Record<string, unknown>): { next?: string } => {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
};

export const entryRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: toNext,
    // Part of what is loaded first, and with texts of the frame only: what a visitor waits for.
    component: SignIn,
  }),
  createRoute({ getParentRoute: () => root, path: '/reset', component: screen(() => import('./reset.js'), 'Reset') }),
  createRoute({
    getParentRoute: () => root,
    path: '/invite',
    component: screen(() => import('./invite.js'), 'Invite'),
  }),
] as const;

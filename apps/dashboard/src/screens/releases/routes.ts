import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readComparison, readRelease, readTarget } from './release-address.js';

const screen = lazyScreens('releases', 'check', 'targets');

export const releaseRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/funnels/$funnel/release',
    validateSearch: readRelease,
    component: screen(() => import('./release.js'), 'Release'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/funnels/$funnel/releases',
    validateSearch: readComparison,
    component: screen(() => import('./releases.js'), 'Releases'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/settings/versions',
    validateSearch: readTarget,
    component: screen(() => import('./settings/settings-versions.js'), 'SettingsVersions'),
  }),
] as const;

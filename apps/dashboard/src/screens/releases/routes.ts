import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readComparison, readTarget } from './release-address.js';

const screen = lazyScreens('releases');

export const releaseRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/funnels/$funnel/release',
    validateSearch: readTarget,
    component: screen(() => import('./release.js'), 'Release'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/funnels/$funnel/releases',
    validateSearch: readComparison,
    component: screen(() => import('./versions.js'), 'Versions'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/settings/versions',
    validateSearch: readTarget,
    component: screen(() => import('./settings-versions.js'), 'SettingsVersions'),
  }),
] as const;

import { createRoute } from '@tanstack/react-router';
import { company, platform } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { toFilter } from './filter.js';

const screen = lazyScreens('audit');

export const auditRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/settings/audit',
    validateSearch: toFilter,
    component: screen(() => import('./audit.js'), 'Audit'),
  }),
] as const;

export const platformAuditRoutes = [
  createRoute({
    getParentRoute: () => platform,
    path: '/audit',
    validateSearch: toFilter,
    component: screen(() => import('./audit.js'), 'PlatformAudit'),
  }),
] as const;

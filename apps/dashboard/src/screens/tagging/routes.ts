import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readTaggingFilter } from './tagging-filter.js';

const screen = lazyScreens('tagging');

export const taggingRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/products/tagging',
    validateSearch: readTaggingFilter,
    component: screen(() => import('./tagging.js'), 'Tagging'),
  }),
] as const;

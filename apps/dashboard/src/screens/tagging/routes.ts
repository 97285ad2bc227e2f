import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readAnswersAddress } from './answers/answers-address.js';
import { readTaggingFilter } from './filter/tagging-filter.js';
import { readItemSearch } from './item.js';

const screen = lazyScreens('tagging', 'products', 'drafts');

export const taggingRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/products/tagging',
    validateSearch: readTaggingFilter,
    component: screen(() => import('./tagging.js'), 'Tagging'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/products/answers',
    validateSearch: readAnswersAddress,
    component: screen(() => import('./answers/answers.js'), 'Answers'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/products/item-tags',
    validateSearch: readItemSearch,
    component: screen(() => import('./item-tags.js'), 'ItemTags'),
  }),
] as const;

import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readFilter } from './product-filter.js';

const screen = lazyScreens('products');

export const productRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/products',
    validateSearch: readFilter,
    component: screen(() => import('./products.js'), 'Products'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/products/tags',
    validateSearch: readFilter,
    component: screen(() => import('./tags.js'), 'Tags'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/products/details',
    validateSearch: readFilter,
    component: screen(() => import('./product.js'), 'Product'),
  }),
] as const;

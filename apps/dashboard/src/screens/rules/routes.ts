import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readRulesAddress } from './rules-address.js';

const screen = lazyScreens('rules', 'conditions', 'drafts', 'edit', 'targets');

export const ruleRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/funnels/$funnel/rules',
    validateSearch: readRulesAddress,
    component: screen(() => import('./rules.js'), 'Rules'),
  }),
] as const;

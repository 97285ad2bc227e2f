import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';

const screen = lazyScreens('experiments', 'figures', 'targets');
/** Tables in place of charts. */
const validateSearch = ({ table }: Record<string, unknown>): { table?: true } => (table === true ? { table } : {});

export const experimentRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/experiments',
    component: screen(() => import('./experiments.js'), 'Experiments'),
  }),
  createRoute({
    getParentRoute: () => company,
    path: '/experiments/$experiment',
    validateSearch,
    component: screen(() => import('./experiment.js'), 'Experiment'),
  }),
] as const;

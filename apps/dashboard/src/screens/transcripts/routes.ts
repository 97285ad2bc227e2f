import { createRoute } from '@tanstack/react-router';
import { company } from '../../app/base-routes.js';
import { lazyScreens } from '../../app/lazy-screen.js';
import { readAddress } from './address.js';

const screen = lazyScreens('transcripts');

export const transcriptRoutes = [
  createRoute({
    getParentRoute: () => company,
    path: '/conversations',
    validateSearch: readAddress,
    component: screen(() => import('./transcripts.js'), 'Transcripts'),
  }),
] as const;

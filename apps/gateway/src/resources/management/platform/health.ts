import { VERSION } from '@svc/kit';
import type { ServiceName } from '../../../clients.js';
import { toIsoTime } from '../../../messages/iso-time.js';
import { json, sendJson } from '../../../route/answer.js';
import { route } from '../../../route/route.js';
import { management } from '../management.js';
import { fetchServiceState, isUpgrading, type ServiceState } from './fetch-service-state.js';
import { healthExample } from './health-examples.js';

const getPlatformHealth = route({
  ...management,
  method: 'GET',
  path: '/api/admin/v1/health',
  id: 'getPlatformHealth',
  permission: 'manage:platform.read',
  summary: 'State of the services',
  description: 'Which services answer, their releases, how old is what they know of each other, and work that failed.',
  answers: { 200: json('The state.', 'PlatformHealth', { health: healthExample }) },
  handler:
    ({ clients }) =>
    async () => {
      const names = Object.keys(clients.health) as ServiceName[];
      const states = await Promise.all(
        names.map((name) => fetchServiceState(clients.health[name], clients.statuses[name])),
      );
      return sendJson(
        200,
        {
          release: VERSION,
          upgrading: isUpgrading(VERSION, states),
          services: states.map((state, index) => ({ name: names[index], ...present(state) })),
        },
        { 'Cache-Control': 'no-store' },
      );
    },
});

/** State of the platform, for its administrators. docs/operations.md "State of the platform". */
export const platformRoutes = [getPlatformHealth];

const present = ({ isUp, failedWork, ...state }: ServiceState) => ({
  up: isUp,
  ...state,
  failedWork: failedWork?.map(({ newestAt, ...work }) => ({ ...work, newestAt: toIsoTime(newestAt) })) ?? null,
});

import { runDetached } from '@svc/kit';
import type { Clients, ServiceName } from '../../clients.js';
import { plainContent, sendJson } from '../../route/answer.js';
import { route } from '../../route/route.js';
import { system } from './system.js';

/** Answers of the services are reused for this long, so that frequent probes cost little. */
const KEEP_MS = 500;

const NO_STORE = { 'Cache-Control': 'no-store' };
const SERVICES = {
  funnel: true,
  analysis: true,
  matcher: true,
  catalog: true,
  identity: true,
  insight: true,
  chat: true,
};

const healthz = route({
  ...system,
  method: 'GET',
  path: '/healthz',
  id: 'healthz',
  summary: 'The process is running',
  description: 'Calls no service.',
  answers: { 200: { description: 'It is running.', content: plainContent('application/json', { status: 'ok' }) } },
  handler: () => () => sendJson(200, { status: 'ok' }, NO_STORE),
});

const readyz = route({
  ...system,
  method: 'GET',
  path: '/readyz',
  id: 'readyz',
  summary: 'Every service and its database answer',
  answers: {
    200: {
      description: 'They do.',
      content: plainContent('application/json', { status: 'ready', services: SERVICES }),
    },
    503: {
      description: 'One of them does not, the gateway is stopping, or `npm start` has not set its demo up yet.',
      content: plainContent('application/json', { status: 'not ready', services: { ...SERVICES, matcher: false } }),
    },
  },
  handler: ({ clients, readiness }) => {
    let last: { at: number; services: Promise<Record<string, boolean>> } | undefined;
    return async () => {
      const now = performance.now();
      if (!last || now - last.at > KEEP_MS) {
        // Shared: a probe that goes away does not cancel the check of the others.
        last = { at: now, services: runDetached(() => checkServices(clients.health)) };
      }
      const services = await last.services;
      const isReady = readiness.accepting && Object.values(services).every(Boolean);
      return isReady
        ? sendJson(200, { status: 'ready', services }, NO_STORE)
        : sendJson(503, { status: 'not ready', services }, NO_STORE);
    };
  },
});

/** Probes, on every host. docs/architecture.md "Environment". */
export const probes = [healthz, readyz];

async function checkServices(health: Clients['health']): Promise<Record<string, boolean>> {
  const names = Object.keys(health) as ServiceName[];
  const answers = await Promise.all(names.map((name) => health[name]().catch(() => false)));
  return Object.fromEntries(names.map((name, index) => [name, answers[index] as boolean]));
}

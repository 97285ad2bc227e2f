import { VERSION } from '@svc/kit';
import { afterEach, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const ask = () => gateway.ask('/api/admin/v1/health', { headers: { authorization: `Bearer ${PLATFORM_TOKEN}` } });

it('the state of the platform has every service; one that is down leaves the others (docs/operations.md "State of the platform")', async () => {
  const newestAt = new Date('2026-11-27T09:12:00Z');
  gateway = await startGateway({
    handlers: {
      statuses: {
        analysis: async ({ withFailedWork }) => ({
          status: {
            version: VERSION,
            processId: 'a',
            ages: [{ name: 'funnels', seconds: 1.5 }],
            isCounted: withFailedWork,
            failedWork: withFailedWork ? [{ kind: 'deliveries', count: 3, newestAt }] : [],
          },
        }),
      },
    },
  });
  await gateway.services.servers.chat.stop();
  const { status, json, headers } = await ask();
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(json).toMatchObject({ release: VERSION, upgrading: false });
  const services = json.services as Record<string, unknown>[];
  expect(services.map(({ name, up }) => `${name} ${up}`)).toEqual([
    'funnel true',
    'analysis true',
    'matcher true',
    'catalog true',
    'identity true',
    'insight true',
    'chat false',
  ]);
  expect(services.find(({ name }) => name === 'analysis')).toEqual({
    name: 'analysis',
    up: true,
    releases: [VERSION],
    processes: 1,
    ages: [{ name: 'funnels', seconds: 1.5 }],
    failedWork: [{ kind: 'deliveries', count: 3, newestAt: newestAt.toISOString() }],
  });
  expect(services.find(({ name }) => name === 'chat')).toMatchObject({ releases: [], processes: 0, failedWork: null });
});

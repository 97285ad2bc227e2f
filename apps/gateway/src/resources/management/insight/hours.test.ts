import { ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

let gateway: TestGateway;
beforeEach(async () => {
  const visits = { visits: 3, starts: 2, finishes: 1 };
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        getCompany: async () => ({ companyId: 'company-1', name: 'Glow', language: 'en', currency: 'EUR' }),
      },
      funnel: {
        getCompanyState: async () => ({
          ...{ version: 1, language: 'de' },
          funnels: [{ funnelId: 'funnel-1', subdomain: 'beauty', archived: false, paused: false }] as never,
        }),
      },
      reports: {
        getHours: async ({ atTime }) => {
          if (atTime && atTime > new Date()) throw new ServiceError('INVALID_QUERY', 'at must not be in the future.');
          return {
            before: { visits, analyses: 1, shown: 1 },
            after: { visits: { visits: 0, starts: 0, finishes: 0 }, analyses: 0, shown: 0 },
            untilTime: new Date('2026-11-27T14:31:00Z'),
          };
        },
      },
    },
  });
});
afterEach(() => gateway.stop());

const read = (query: string) =>
  gateway.ask(`/api/admin/v1/companies/glow/insight/hours?${query}`, {
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}` },
  });

describe('GET …/insight/hours (docs/insight.md N23)', () => {
  it('returns the hour before a time and the hour after it', async () => {
    const { status, json } = await read('funnel=beauty&at=2026-11-27T14:02:10Z');
    expect(status).toBe(200);
    expect(json).toEqual({
      ...{ funnel: 'beauty', at: '2026-11-27T14:02:10.000Z', until: '2026-11-27T14:31:00.000Z' },
      before: { visits: 3, starts: 2, finishes: 1, analyses: 1, shown: 1 },
      after: { visits: 0, starts: 0, finishes: 0, analyses: 0, shown: 0 },
    });
    expect(gateway.services.calls.getHours).toMatchObject([{ companyId: 'company-1', funnelId: 'funnel-1' }]);
  });

  it('without a time, that is the last hour next to the one before', async () => {
    const { json } = await read('funnel=beauty');
    expect(Date.now() - Date.parse(json.at as string)).toBeGreaterThanOrEqual(3_600_000);
  });

  it.each([
    ['two times', 'funnel=beauty&at=2026-11-27T14:02:10Z&at=2026-11-27T14:02:11Z', 400, 'INVALID_QUERY'],
    ['no moment', 'funnel=beauty&at=2026-13-27T14:02:10Z', 400, 'INVALID_QUERY'],
    ['a day', 'funnel=beauty&at=2026-11-27', 400, 'INVALID_QUERY'],
    ['the future', 'funnel=beauty&at=9000-11-27T14:02:10Z', 400, 'INVALID_QUERY'],
    ['another key', 'funnel=beauty&at=2026-11-27T14:02:10Z&days=3', 400, 'INVALID_QUERY'],
    ['another funnel', 'funnel=hair&at=2026-11-27T14:02:10Z', 404, 'NOT_FOUND'],
  ])('%s is refused', async (_what, query, status, error) => {
    expect(await read(query)).toMatchObject({ status, json: { error } });
  });
});

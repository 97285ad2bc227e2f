import { afterEach, describe, expect, it } from 'vitest';
import { createVisitIntake, exposure } from '../../testing/visit-intake.js';

const intake = createVisitIntake();
const { start, post } = intake;
afterEach(intake.stop);

describe('POST /api/v1/visits of a visitor of a holdout (docs/insight.md N14.3)', () => {
  const exposed = () => intake.gateway.services.calls.recordExposure ?? [];
  const { experimentId, visitorId } = exposure;

  it('names the test and the visitor; the company key, the host of the funnel or the domain names the company', async () => {
    await start({ keepsVisitors: true });
    const host = 'svc.test';
    const statuses = [
      await post(exposure, { host }),
      await post({ ...exposure, company: undefined }),
      await post({ ...exposure, company: undefined }, { host, headers: { origin: 'https://shop.glow.example' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([202, 202, 202]);
    const expected = { companyId: 'company-1', experimentId, visitorId };
    expect(exposed()).toEqual([expected, expected, expected]);
  });

  it.each([
    ['where visitors are not kept', {}, {}],
    ['of a crawler', { keepsVisitors: true }, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
  ])('%s is answered 202 and not stored', async (_, more, headers) => {
    await start(more);
    expect((await post(exposure, { headers })).status).toBe(202);
    expect(exposed()).toEqual([]);
  });

  it.each([
    ['visitorId', { visitorId: 'short' }],
    ['visitorId', { visitorId: 'jane@example.com-0123' }],
    ['experimentId', { experimentId: '' }],
    ['company', { company: 'short' }],
  ])('a wrong %s is refused and named', async (path, change) => {
    await start({ keepsVisitors: true });
    const { status, json } = await post({ ...exposure, ...change });
    expect([status, json.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.details).toMatchObject([{ path: `/${path}` }]);
    expect(exposed()).toEqual([]);
  });
});

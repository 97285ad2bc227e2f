import { TrackingConsent } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { ANALYSIS_ID } from '../../testing/fixtures.js';
import { COMPANY_KEY, createOrderIntake, ORIGIN, order } from '../../testing/order-intake.js';

const intake = createOrderIntake();
const { start, post, verified, reported, sent } = intake;
afterEach(intake.stop);

describe('POST /api/v1/orders from a page (docs/insight.md N5.2)', () => {
  const records = (ids: string[]) =>
    ids.map((id, index) => ({ variant_id: 'V1', analysis_id: id, timestamp: index, source: '', funnel: 'beauty' }));

  it('passes a reported order on with what the browser remembers', async () => {
    await start();
    const { lines, ...rest } = order;
    const body = { ...rest, lines: [{ ...lines[0], analysisId: null }], recommendations: records([ANALYSIS_ID]) };
    expect((await reported(body)).json).toEqual({ orderId: '4711', stored: true });
    expect(sent()[0]).toMatchObject({
      attributionDays: 7,
      order: {
        kind: 'ORDER_KIND_REPORTED',
        recommendations: [{ variantId: 'V1', analysisId: ANALYSIS_ID, time: new Date(0) }],
      },
    });
  });

  it.each([['https://evil.example'], ['http://shop.glow.example.evil.example'], ['null'], ['']])(
    'is 401 from another origin: %j',
    async (origin) => {
      await start();
      const { status, json } = await reported(order, { headers: { origin } });
      expect([status, json.error]).toEqual([401, 'UNAUTHORIZED']);
      expect(sent()).toEqual([]);
    },
  );

  it('belongs to the company of the page, if no company is named', async () => {
    await start();
    expect((await post('/api/v1/orders', order, { headers: { origin: ORIGIN } })).status).toBe(202);
    const { status } = await post('/api/v1/orders', order, { headers: { origin: 'https://other.example' } });
    expect([status, sent().length]).toEqual([404, 1]);
  });

  it('is 404 with an unknown company key', async () => {
    await start();
    const { status } = await post('/api/v1/orders?company=unknown', order, { headers: { origin: ORIGIN } });
    expect(status).toBe(404);
  });

  it.each([
    ['company keys', '?company=unknown', ORIGIN],
    ['domains', '', 'https://unknown.example'],
  ])(
    'a source may name 60 unknown %s a minute; orders of known companies are still taken (N5.3)',
    async (_, query, origin) => {
      await start({ env: { RATE_LIMITS: 'on' } });
      const tryOne = () => post(`/api/v1/orders${query}`, order, { headers: { origin } });
      for (let times = 0; times < 60; times += 1) expect((await tryOne()).status).toBe(404);
      const { status, json } = await tryOne();
      expect([status, json.error]).toEqual([429, 'RATE_LIMITED']);
      expect((await reported(order)).status).toBe(202);
    },
  );

  const {
    TRACKING_CONSENT_IMPLIED: IMPLIED,
    TRACKING_CONSENT_REQUIRED: REQUIRED,
    TRACKING_CONSENT_OFF: OFF,
  } = TrackingConsent;
  it.each([
    [IMPLIED, undefined, true],
    [IMPLIED, 'granted', true],
    [IMPLIED, 'denied', false],
    [REQUIRED, undefined, false],
    [REQUIRED, 'granted', true],
    [REQUIRED, 'denied', false],
    [OFF, undefined, false],
    [OFF, 'granted', false],
    [OFF, 'denied', false],
  ])('with the setting %s and the consent %s is stored: %s (N5.6)', async (setting, consent, stored) => {
    await start({ consent: setting });
    const { status, json } = await reported({ ...order, ...(consent ? { consent } : {}) });
    expect([status, json.stored, sent().length]).toEqual([202, stored, stored ? 1 : 0]);
  });

  it('of a crawler is answered 202 and not stored (N5.6)', async () => {
    await start();
    const { json } = await reported(order, { headers: { 'user-agent': 'Googlebot/2.1' } });
    expect([json.stored, sent()]).toEqual([false, []]);
  });

  const readIds = () =>
    (intake.gateway.services.calls.getMatchingInput as { analysisId: string }[])
      .map(({ analysisId }) => analysisId)
      .sort();

  it('reads 20 of the analyses that the browser remembers, those of bought variants first, then the newest, and counts the others (N6.8)', async () => {
    await start();
    const { lines, ...rest } = order;
    const ids = Array.from({ length: 30 }, (_, index) => `analysis-${index}`);
    const recommendations = records(ids).map((entry, index) => ({ ...entry, variant_id: index < 2 ? 'V1' : 'V2' }));
    await reported({ ...rest, lines: [{ ...lines[0], analysisId: null }], recommendations });
    expect(readIds()).toEqual([...ids.slice(0, 2), ...ids.slice(12)].sort());
    expect(sent()[0]?.order?.recommendations).toHaveLength(20);
    expect(sent()[0]?.order?.unreadAnalyses).toBe(10);
  });

  it('stores an order of 100 lines of 100 analyses, reads the first 20 and counts the others (N6.8)', async () => {
    await start();
    const lines = Array.from({ length: 100 }, (_, n) => ({ ...order.lines[0], lineId: `${n}`, analysisId: `a${n}` }));
    expect((await verified({ ...order, lines })).json).toEqual({ orderId: '4711', stored: true });
    expect(readIds()).toEqual(
      lines
        .slice(0, 20)
        .map(({ analysisId }) => analysisId)
        .sort(),
    );
    expect(sent()[0]?.order?.lines).toHaveLength(100);
    expect(sent()[0]?.order?.unreadAnalyses).toBe(80);
  });

  it('a source may name 60 unknown analyses a minute', async () => {
    await start({ env: { RATE_LIMITS: 'on' } });
    const { lines, ...rest } = order;
    const ids = Array.from({ length: 20 }, (_, index) => `analysis-${index}`);
    const body = { ...rest, lines: [{ ...lines[0], analysisId: null }], recommendations: records(ids) };
    for (let times = 0; times < 3; times += 1) expect((await reported(body)).status).toBe(202);
    expect((await reported(body)).status).toBe(429);
  });

  it('is on funnel hosts, too; refunds are not', async () => {
    await start();
    expect((await reported(order, { host: 'beauty.svc.test' })).status).toBe(202);
    expect((await post('/api/v1/refunds', {}, { host: 'beauty.svc.test' })).status).toBe(404);
  });

  it('ids of orders and analyses are not in the log', async () => {
    const { logs } = await start();
    await reported({ ...order, orderId: 'marker-order' });
    for (const secret of ['marker-order', ANALYSIS_ID, COMPANY_KEY]) expect(JSON.stringify(logs)).not.toContain(secret);
  });
});

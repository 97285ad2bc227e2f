import { type RecordShopVisitRequest, TrackingConsent } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { createVisitIntake, shopVisit } from '../../testing/visit-intake.js';

const intake = createVisitIntake();
const { start, post } = intake;
afterEach(intake.stop);

describe('POST /api/v1/visits of a shop page (docs/insight.md N22)', () => {
  const sentByShop = () => (intake.gateway.services.calls.recordShopVisit ?? []) as RecordShopVisitRequest[];

  it.each(['svc.test', 'beauty.svc.test'])(
    'is taken on %s, with the funnel that each event is about (N22.1)',
    async (host) => {
      await start();
      const events = [
        ...shopVisit.events,
        { n: 2, type: 'chat_opened', atMs: 9_000 },
        { n: 3, type: 'STEP_SHOWN', funnel: 'other', atMs: 1 },
      ];
      const { status, text, headers } = await post({ ...shopVisit, events }, { host });
      expect([status, text, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
        ...[202, '', 'no-store', '*'],
      ]);
      expect(sentByShop()).toEqual([
        {
          ...{ companyId: 'company-1', visitId: shopVisit.visitId },
          events: [
            { type: 'SHOP_VISIT_EVENT_TYPE_WIDGET_SHOWN', funnelId: 'funnel-1' },
            { type: 'SHOP_VISIT_EVENT_TYPE_WIDGET_OPENED', funnelId: 'funnel-1' },
            { type: 'SHOP_VISIT_EVENT_TYPE_CHAT_OPENED', funnelId: '' },
            { type: 'SHOP_VISIT_EVENT_TYPE_STEP_SHOWN', funnelId: '' },
          ],
        },
      ]);
    },
  );

  it.each([
    ['company', { company: 'short' }],
    ['visitId', { visitId: 'short' }],
    ['events', { events: [] }],
    ['events/0/type', { events: [{ ...shopVisit.events[0], type: 'BOUGHT' }] }],
    ['events/0/funnel', { events: [{ ...shopVisit.events[0], funnel: '../x' }] }],
    ['events/0/n', { events: [{ ...shopVisit.events[0], n: -1 }] }],
  ])('a wrong %s refuses the report', async (path, change) => {
    await start();
    const { status, json } = await post({ ...shopVisit, ...change }, { host: 'svc.test' });
    expect([status, json.error]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.details).toMatchObject([{ path: `/${path}` }]);
    expect(sentByShop()).toEqual([]);
  });

  it.each([
    ['of the funnel on whose host it is reported', 'beauty.svc.test', {}],
    ['of the domain of the page', 'svc.test', { origin: 'https://shop.glow.example' }],
  ])(
    'without a company key the company is that %s (N22.1; docs/components.md B3.2, B3.3)',
    async (_, host, headers) => {
      await start();
      const { company: _key, ...report } = shopVisit;
      expect((await post(report, { host, headers })).status).toBe(202);
      expect(sentByShop()).toHaveLength(1);
    },
  );

  it('a report of no company is INVALID_REQUEST, one of an unknown domain NOT_FOUND', async () => {
    await start();
    const { company: _key, ...report } = shopVisit;
    const send = async (headers: Record<string, string>) =>
      (await post(report, { host: 'svc.test', headers })).json.error;
    expect([await send({}), await send({ origin: 'https://other.example' })]).toEqual(['INVALID_REQUEST', 'NOT_FOUND']);
  });

  it('an unknown company key is NOT_FOUND', async () => {
    await start();
    expect((await post({ ...shopVisit, company: 'x'.repeat(25) }, { host: 'svc.test' })).status).toBe(404);
  });

  it.each([
    ['where the company reports nothing', { trackingConsent: TrackingConsent.TRACKING_CONSENT_OFF }, {}],
    ['of a crawler', {}, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ])('%s is answered 202 and not counted (N22.4)', async (_, more, headers) => {
    await start(more);
    expect((await post(shopVisit, { host: 'svc.test', headers })).status).toBe(202);
    expect(sentByShop()).toEqual([]);
  });

  it('asks for a company once a second, and shares the limit of 60 reports a minute', async () => {
    const { services } = await start({}, { RATE_LIMITS: 'on' });
    for (let count = 0; count < 60; count += 1) expect((await post(shopVisit)).status).toBe(202);
    expect(services.calls.getComponentConfig!.length).toBeLessThan(10);
    expect((await post(shopVisit)).status).toBe(429);
  });
});

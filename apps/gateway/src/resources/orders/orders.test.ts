import { generateApiKey, ServiceError, sha256 } from '@svc/kit';
import {
  ComponentConfig,
  type ConfirmedLine,
  MatchExplanation,
  type RecordEventsRequest,
  type RecordOrderRequest,
  type RecordRefundRequest,
  TrackingConsent,
} from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import type { FakeHandlers } from '../../testing/fake-services.js';
import { ANALYSIS_ID, matchingFakes, matchingInput } from '../../testing/fixtures.js';
import { type Ask, startGateway, type TestGateway } from '../../testing/start-gateway.js';
import { toPurchaseId } from './report-purchases.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const KEY = `Bearer ${generateApiKey()}`;
const COMPANY_KEY = 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md';
const REPORTED = `/api/v1/orders?company=${COMPANY_KEY}`;
const ORIGIN = 'https://shop.glow.example';
const now = () => new Date(Math.floor(Date.now() / 1_000) * 1_000);
const createdAt = now();

const order = {
  ...{ orderId: '4711', createdAt: createdAt.toISOString(), currency: 'EUR' },
  lines: [{ lineId: '1', variantId: 'V1', quantity: 2, price: '29.90', analysisId: ANALYSIS_ID }],
};
const confirmed: ConfirmedLine = { lineId: '1', variantId: 'V1', analysisIdHash: sha256(ANALYSIS_ID) };

const EXPLAINED = new Map([
  [
    'V1',
    {
      ...{ variantId: 'V1', tabs: ['FACE', 'NEW'], pin: { rule: 'first' } },
      score: { boosts: [{ rule: 'spring' }, { rule: 'first' }] },
    },
  ],
]);

async function start(
  given: {
    consent?: TrackingConsent;
    isPreview?: boolean;
    confirmedLines?: ConfirmedLine[];
    handlers?: FakeHandlers;
    env?: Record<string, string>;
  } = {},
) {
  const { consent = TrackingConsent.TRACKING_CONSENT_IMPLIED, isPreview = false, confirmedLines = [confirmed] } = given;
  gateway = await startGateway({
    handlers: {
      ...matchingFakes(matchingInput({ isPreview }), createdAt),
      funnel: { resolveOrderKey: async () => ({ companyId: 'company-1', attributionDays: 14 }) },
      components: {
        getComponentConfig: async ({ company }) => {
          if (![COMPANY_KEY, 'shop.glow.example'].includes(company?.value as string))
            throw new ServiceError('NOT_FOUND', 'No company has this company key.');
          return {
            ...{ companyId: 'company-1', version: 'v', domains: ['shop.glow.example'] },
            config: ComponentConfig.fromPartial({ trackingConsent: consent, attributionDays: 7 }),
          };
        },
      },
      events: {
        recordEvents: async () => ({ accepted: 1, duplicates: 0 }),
        listInteractedVariants: async ({ variantIds }) => ({ variantIds: variantIds.filter((id) => id === 'V7') }),
      },
      matcherAdmin: {
        explainMatch: async ({ variantIds }) => ({
          explanation: MatchExplanation.fromPartial({
            variants: variantIds.map((variantId) => EXPLAINED.get(variantId) ?? { variantId }),
          }),
        }),
      },
      orders: {
        recordOrder: async () => ({ confirmedLines }),
        recordRefund: async () => ({ isWaiting: true }),
        countRefusal: async () => ({}),
      },
      variants: {
        getVariants: async ({ variantIds }) => ({
          variants: variantIds.filter((id) => id !== 'foreign').map((variantId) => ({ variantId })) as never,
        }),
      },
      ...given.handlers,
    },
    env: given.env ?? {},
    logLevel: 'debug',
  });
  return gateway;
}

const post = (path: string, body: unknown, { headers = {}, ...options }: Ask = {}) =>
  gateway.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...options,
  });
const verified = (body: unknown, path = '/api/v1/orders') => post(path, body, { headers: { authorization: KEY } });
const reported = (body: unknown, { headers = {}, ...rest }: Ask = {}) =>
  post(REPORTED, body, {
    headers: { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8', ...headers },
    ...rest,
  });
const sent = () => (gateway.services.calls.recordOrder ?? []) as RecordOrderRequest[];

describe('POST /api/v1/orders with an API key (docs/insight.md N5.1)', () => {
  it('passes a verified order on with its analyses and what proves them', async () => {
    await start();
    const { status, json, headers } = await verified(order);
    expect([status, json]).toEqual([202, { orderId: '4711', stored: true }]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    expect(sent()).toEqual([
      {
        ...{ companyId: 'company-1', attributionDays: 14 },
        analyses: [
          {
            ...{ analysisId: ANALYSIS_ID, funnelId: 'funnel-1', createTime: createdAt, isPreview: false },
            provenVariantIds: ['V1', 'V2'],
            places: { variants: [{ variantId: 'V1', tabs: ['FACE', 'NEW'], rules: ['first', 'spring'] }] },
          },
        ],
        order: {
          ...{ orderId: '4711', kind: 'ORDER_KIND_VERIFIED', createTime: createdAt, currency: 'EUR', discount: '0' },
          ...{ totalsIncludeTax: true, recommendations: [], contentHash: expect.any(Buffer) },
          lines: [
            { lineId: '1', variantId: 'V1', quantity: 2, price: '29.90', discount: '0', analysisId: ANALYSIS_ID },
          ],
        },
      },
    ]);
  });

  it('asks for interactions only with variants that are not in the match, which prove them, too (N6.5)', async () => {
    const { services } = await start();
    await verified(order);
    expect(services.calls.listInteractedVariants).toBeUndefined();
    const [line] = order.lines;
    const lines = ['V1', 'V7', 'V8'].map((variantId) => ({ ...line, lineId: variantId, variantId }));
    await verified({ ...order, orderId: '4712', lines });
    expect(services.calls.listInteractedVariants).toMatchObject([{ variantIds: ['V7', 'V8'] }]);
    expect(sent()[1]?.analyses).toMatchObject([{ provenVariantIds: ['V1', 'V2', 'V7'] }]);
  });

  it('makes confirmed lines purchases, for Funnel AI (N5.9)', async () => {
    await start();
    await verified(order);
    const [purchase] = (gateway.services.calls.recordEvents ?? []) as RecordEventsRequest[];
    expect(purchase).toEqual({
      ...{ analysisIdHash: sha256(ANALYSIS_ID), input: matchingInput() },
      events: [{ id: 'order-4711-1', type: 'INTERACTION_TYPE_PURCHASE', variantId: 'V1', occurTime: createdAt }],
    });
  });

  it('stores the order of an analysis that takes no further event, and asks for a retry when events cannot be stored', async () => {
    const failing = (code: 'RATE_LIMITED' | 'UNAVAILABLE') => ({
      events: {
        recordEvents: async () => {
          throw new ServiceError(code, 'x');
        },
        listInteractedVariants: async () => ({ variantIds: [] }),
      },
    });
    await start({ handlers: failing('RATE_LIMITED') });
    expect((await verified(order)).status).toBe(202);
    await gateway.stop();
    await start({ handlers: failing('UNAVAILABLE') });
    expect((await verified(order)).status).toBe(503);
  });

  it('proves nothing by a preview, and explains none', async () => {
    const { services } = await start({ isPreview: true });
    await verified(order);
    expect(sent()[0]?.analyses).toMatchObject([{ isPreview: true, provenVariantIds: [] }]);
    expect(services.calls.explainMatch).toBeUndefined();
  });

  it('is stored without tabs and rules where the match cannot be explained (N6.7)', async () => {
    const { services } = await start({
      handlers: {
        matcherAdmin: {
          explainMatch: async () => {
            throw new ServiceError('MATCHER_FAILURE', 'x');
          },
        },
      },
    });
    expect((await verified(order)).json).toEqual({ orderId: '4711', stored: true });
    expect(services.calls.explainMatch).toMatchObject([{ variantIds: ['V1', 'V2'] }]);
    expect(sent()[0]?.analyses).toMatchObject([{ provenVariantIds: ['V1', 'V2'] }]);
    expect(sent()[0]?.analyses[0]?.places).toBeUndefined();
  });

  it('does not wait for an explanation that does not come (N6.7)', async () => {
    await start({ handlers: { matcherAdmin: { explainMatch: () => new Promise(() => {}) } } });
    expect((await verified(order)).json).toEqual({ orderId: '4711', stored: true });
    expect(sent()[0]?.analyses).toMatchObject([{ provenVariantIds: ['V1', 'V2'], places: undefined }]);
  });

  it('is 503 and not stored while nothing can be proven (N6.5)', async () => {
    await start();
    gateway.services.handlers.matcher.matchVariants = async () => {
      throw new ServiceError('UNAVAILABLE', 'Down.');
    };
    expect((await verified(order)).status).toBe(503);
    expect(sent()).toEqual([]);
  });

  it('explains no analysis that is too old to be credited, or that matches none of the variants (N6.7)', async () => {
    const { services } = await start();
    const late = new Date(createdAt.getTime() + 5 * 60_000).toISOString();
    gateway.services.handlers.matcher.matchVariants = async () => ({
      body: Buffer.from('{"matchedVariants":[]}'),
      state: 'state-1',
    });
    await verified({ ...order, createdAt: late });
    expect(sent()[0]?.analyses).toMatchObject([{ places: { variants: [] } }]);
    gateway.services.handlers.matcher.matchVariants = matchingFakes().matcher.matchVariants!;
    const old = new Date(createdAt.getTime() - 15 * 86_400_000);
    Object.assign(gateway.services.handlers.analysis, matchingFakes(matchingInput(), old).analysis);
    await verified(order);
    expect(sent()[1]?.analyses[0]).toMatchObject({ analysisId: ANALYSIS_ID, places: undefined });
    expect(services.calls.explainMatch).toBeUndefined();
  });

  it('knows nothing of an analysis of another company (N6.5)', async () => {
    await start();
    const ofOther = matchingFakes(matchingInput({ companyId: 'company-2' }), createdAt);
    Object.assign(gateway.services.handlers.analysis, ofOther.analysis);
    await verified(order);
    expect(sent()).toMatchObject([{ companyId: 'company-1', analyses: [] }]);
  });

  it('is 401 without the scope, and 400 without key and company', async () => {
    const refused = async () => {
      throw new ServiceError('UNAUTHORIZED', 'This Company API Key has no scope order.write; create one that has it.');
    };
    await start({ handlers: { funnel: { resolveOrderKey: refused } } });
    expect((await verified(order)).status).toBe(401);
    const { status, json } = await post('/api/v1/orders', order);
    expect([status, json.error]).toEqual([400, 'INVALID_QUERY']);
    expect(sent()).toEqual([]);
  });

  it('compares amounts as numbers and ignores what a browser remembers, for the same id (N5.4)', async () => {
    await start();
    const line = order.lines[0];
    await verified(order);
    await verified({ ...order, hadChat: true, discount: '0.00', lines: [{ ...line, price: '29.9', name: 'Blush' }] });
    await verified({ ...order, lines: [{ ...line, price: '29.91' }] });
    const [first, same, other] = sent().map(({ order: message }) => Buffer.from(message!.contentHash).toString('hex'));
    expect([same === first, other === first]).toEqual([true, false]);
  });

  // Clocks in the future, negative quantities and amounts, too many lines. docs/insight.md N5.3.
  it.each([
    ['createdAt', { createdAt: new Date(Date.now() + 6 * 60_000).toISOString() }],
    ['createdAt', { createdAt: new Date(Date.now() - 401 * 86_400_000).toISOString() }],
    ['createdAt', { createdAt: '2026-11-22' }],
    ['currency', { currency: 'euro' }],
    ['discount', { discount: '-5' }],
    ['orderId', { orderId: '' }],
    ['lines', { lines: [] }],
    ['lines', { lines: [order.lines[0], order.lines[0]] }],
    ['lines', { lines: Array.from({ length: 101 }, (_, n) => ({ ...order.lines[0], lineId: `${n}` })) }],
    ['lines/0/quantity', { lines: [{ ...order.lines[0], quantity: -1 }] }],
    ['lines/0/quantity', { lines: [{ ...order.lines[0], quantity: 0 }] }],
    ['lines/0/price', { lines: [{ ...order.lines[0], price: 29.9 }] }],
    ['lines/0/price', { lines: [{ ...order.lines[0], price: '29,90' }] }],
    ['lines/0/variantId', { lines: [{ ...order.lines[0], variantId: 'x'.repeat(256) }] }],
    ['consent', { consent: 'maybe' }],
  ])('refuses a wrong %s and says what to change', async (path, change) => {
    const { services } = await start();
    const { status, json } = await verified({ ...order, ...change });
    expect([status, json.error, json.message]).toEqual([
      ...[400, 'INVALID_REQUEST', 'The order was not stored; details list what to change.'],
    ]);
    expect(json.details).toEqual([{ path: `/${path}`, message: expect.stringMatching(/must|Invalid/) }]);
    expect(sent()).toEqual([]);
    expect(services.calls.countRefusal).toEqual([
      { companyId: 'company-1', kind: 'REFUSAL_KIND_ORDER', reason: 'INVALID_REQUEST' },
    ]);
  });

  it('of an order whose variant the catalog does not have, says so; while the catalog does not answer, of none (N5.8)', async () => {
    await start();
    const lines = [order.lines[0], { ...order.lines[0], lineId: '2', variantId: 'foreign' }];
    await verified({ ...order, lines });
    gateway.services.handlers.variants.getVariants = async () => {
      throw new ServiceError('UNAVAILABLE', 'Down.');
    };
    expect((await verified({ ...order, lines })).status).toBe(202);
    expect(sent().map((one) => one.order?.lines.map(({ isForeign }) => isForeign ?? false))).toEqual([
      [false, true],
      [false, false],
    ]);
  });

  it('a wrong order of a caller who may not report any is not counted, and is answered for the caller (N5.11)', async () => {
    const refuse = async () => {
      throw new ServiceError('UNAUTHORIZED', 'This Company API Key has no scope order.write; create one that has it.');
    };
    const { services } = await start({ handlers: { funnel: { resolveOrderKey: refuse } } });
    expect((await verified({ ...order, currency: 'euro' })).status).toBe(401);
    expect(services.calls.countRefusal).toBeUndefined();
  });

  it('a million lines are refused before they are read as a whole, and counted (N5.3, N5.11)', async () => {
    const { services, raw } = await start();
    const line = JSON.stringify(order.lines[0]);
    const head = `POST /api/v1/orders HTTP/1.1\r\nHost: svc.test\r\nAuthorization: ${KEY}\r\nContent-Type: application/json\r\n`;
    const declared = await raw(`${head}Content-Length: ${line.length * 1_000_000}\r\n\r\n{"lines":[${line},`, {
      until: (received) => received.includes('requestId'),
    });
    // Without a declared length: what is sent in the first megabyte is more than is read.
    const chunk = `${line},`.repeat(8_000);
    const streamed = await raw(
      `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n`,
      { until: (received) => received.includes('requestId') },
    );
    for (const received of [declared, streamed]) {
      expect(received).toMatch(/^HTTP\/1\.1 413 /);
      expect(received).toContain('The body must have at most 65536 bytes.');
    }
    expect(sent()).toEqual([]);
    expect(services.calls.countRefusal).toEqual(
      Array(2).fill({ companyId: 'company-1', kind: 'REFUSAL_KIND_ORDER', reason: 'REQUEST_TOO_LARGE' }),
    );
  });

  it('takes 64 KiB and no byte more', async () => {
    await start();
    const text = JSON.stringify(order);
    const ask = (length: number) =>
      gateway.ask('/api/v1/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: KEY },
        body: text + ' '.repeat(length - text.length),
      });
    expect((await ask(65_536)).status).toBe(202);
    expect((await ask(65_537)).status).toBe(413);
  });
});

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
    (gateway.services.calls.getMatchingInput as { analysisId: string }[]).map(({ analysisId }) => analysisId).sort();

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

describe('POST /api/v1/refunds', () => {
  const refund = {
    refundId: 'R1',
    orderId: '4711',
    createdAt: order.createdAt,
    lines: [{ lineId: '1', amount: '29.90' }],
  };

  it('passes the refund on, and says whether it waits for its order', async () => {
    await start();
    const { status, json } = await verified(refund, '/api/v1/refunds');
    expect([status, json]).toEqual([202, { refundId: 'R1', waiting: true }]);
    expect((gateway.services.calls.recordRefund as RecordRefundRequest[])[0]).toMatchObject({
      companyId: 'company-1',
      refund: { refundId: 'R1', orderId: '4711', createTime: createdAt, lines: refund.lines },
    });
  });

  it('takes 16 KiB and no byte more (N5.3)', async () => {
    await start();
    const text = JSON.stringify(refund);
    const ask = (length: number) =>
      gateway.ask('/api/v1/refunds', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: KEY },
        body: text + ' '.repeat(length - text.length),
      });
    expect((await ask(16_384)).status).toBe(202);
    expect((await ask(16_385)).status).toBe(413);
  });

  it('needs a key: pages cannot report refunds', async () => {
    await start();
    expect((await post('/api/v1/refunds', refund, { headers: { origin: ORIGIN } })).status).toBe(401);
  });

  it.each([
    ['lines/0/amount', { lines: [{ lineId: '1', amount: '-1' }] }],
    ['lines', { lines: [] }],
    ['orderId', { orderId: 7 }],
  ])('refuses a wrong %s', async (path, change) => {
    await start();
    const { status, json } = await verified({ ...refund, ...change }, '/api/v1/refunds');
    expect([status, json.details]).toEqual([400, [{ path: `/${path}`, message: expect.stringContaining('must') }]]);
  });
});

it('the event of a line has an id that the events route accepts (docs/insight.md N5.9)', () => {
  expect(toPurchaseId('4711', '1')).toBe('order-4711-1');
  for (const orderId of ['x'.repeat(60), 'Ä', 'a\nb']) {
    expect(toPurchaseId(orderId, '1')).toMatch(/^order-[\w-]{43}$/);
  }
});

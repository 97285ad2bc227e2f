import { ServiceError, sha256 } from '@svc/kit';
import type { RecordEventsRequest } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { ANALYSIS_ID, matchingFakes, matchingInput } from '../../testing/fixtures.js';
import { createdAt, createOrderIntake, KEY, order } from '../../testing/order-intake.js';

const intake = createOrderIntake();
const { start, post, verified, sent } = intake;
afterEach(intake.stop);

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
    const [purchase] = (intake.gateway.services.calls.recordEvents ?? []) as RecordEventsRequest[];
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
    await intake.gateway.stop();
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
    intake.gateway.services.handlers.matcher.matchVariants = async () => {
      throw new ServiceError('UNAVAILABLE', 'Down.');
    };
    expect((await verified(order)).status).toBe(503);
    expect(sent()).toEqual([]);
  });

  it('explains no analysis that is too old to be credited, or that matches none of the variants (N6.7)', async () => {
    const { services } = await start();
    const late = new Date(createdAt.getTime() + 5 * 60_000).toISOString();
    intake.gateway.services.handlers.matcher.matchVariants = async () => ({
      body: Buffer.from('{"matchedVariants":[]}'),
      state: 'state-1',
    });
    await verified({ ...order, createdAt: late });
    expect(sent()[0]?.analyses).toMatchObject([{ places: { variants: [] } }]);
    intake.gateway.services.handlers.matcher.matchVariants = matchingFakes().matcher.matchVariants!;
    const old = new Date(createdAt.getTime() - 15 * 86_400_000);
    Object.assign(intake.gateway.services.handlers.analysis, matchingFakes(matchingInput(), old).analysis);
    await verified(order);
    expect(sent()[1]?.analyses[0]).toMatchObject({ analysisId: ANALYSIS_ID, places: undefined });
    expect(services.calls.explainMatch).toBeUndefined();
  });

  it('knows nothing of an analysis of another company (N6.5)', async () => {
    await start();
    const ofOther = matchingFakes(matchingInput({ companyId: 'company-2' }), createdAt);
    Object.assign(intake.gateway.services.handlers.analysis, ofOther.analysis);
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
    intake.gateway.services.handlers.variants.getVariants = async () => {
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
      intake.gateway.ask('/api/v1/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: KEY },
        body: text + ' '.repeat(length - text.length),
      });
    expect((await ask(65_536)).status).toBe(202);
    expect((await ask(65_537)).status).toBe(413);
  });
});

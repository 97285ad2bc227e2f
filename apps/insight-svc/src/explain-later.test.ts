import { ServiceError, sha256 } from '@svc/kit';
import { type OrderAnalysis, OrderKind } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, TestClock, type TestService } from './testing/test-service.testing.js';
import { type Explain, explainLater } from './usecases/explain-later.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
/** Of the job that a test runs. The service runs it by itself every 30 s, too, and finds nothing that is due by its own clock. */
let clock: TestClock;
beforeEach(async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  clock = new TestClock();
  clock.set('2026-03-01T12:00:00Z');
  for (const table of ['orders', 'erased_analyses', 'unexplained_analyses']) await svc.db(table).delete();
});

const send = (more: Partial<OrderAnalysis> = {}, orderId = '4711', variantIds = ['V1', 'V2']) =>
  svc.orders.recordOrder({
    ...{ companyId: 'company-1', attributionDays: 7 },
    order: {
      ...{ orderId, kind: OrderKind.ORDER_KIND_VERIFIED, contentHash: Buffer.alloc(32), currency: 'EUR' },
      ...{ createTime: new Date('2026-03-01T10:00:00Z'), totalsIncludeTax: true, discount: '0', recommendations: [] },
      lines: variantIds.map((variantId) => ({
        ...{ lineId: variantId, variantId, quantity: 1, price: '10', discount: '0', analysisId: 'a' },
      })),
    },
    analyses: [
      {
        ...{ analysisId: 'a', funnelId: 'funnel-1', createTime: new Date('2026-03-01T09:00:00Z'), isPreview: false },
        ...{ provenVariantIds: ['V1'], ...more },
      },
    ],
  });
/** Runs the job every ten minutes of a time, and counts how often it asks. */
async function runFor(hours: number, explain: Explain): Promise<number> {
  const startedAt = clock.now().getTime();
  let asked = 0;
  const run = explainLater({
    ...{ db: svc.knex, clock },
    explain: (analysisId, variantIds) => {
      asked += 1;
      return explain(analysisId, variantIds);
    },
  });
  for (let minutes = 0; minutes <= hours * 60; minutes += 10) {
    clock.set(new Date(startedAt + minutes * 60_000).toISOString());
    await run(new AbortController().signal);
  }
  return asked;
}
const isDown: Explain = async () => {
  throw new ServiceError('UNAVAILABLE', 'Down.');
};
const places = () => svc.db('attributions').orderBy('line_key').select('tabs', 'rules');
const unknown = Array(2).fill({ tabs: null, rules: null });

describe('tabs and rules that could not be asked for (docs/insight.md N6.7)', () => {
  it('are asked for again, of all credited lines, and then are in the report', async () => {
    await send();
    expect(await places()).toEqual(unknown);
    expect(await runFor(0.4, isDown)).toBe(2);
    const explain: Explain = async (analysisId, variantIds) => {
      expect([analysisId, variantIds]).toEqual(['a', ['V1', 'V2']]);
      return new Map([['V1', { tabs: ['FACE'], rules: ['spring'] }]]);
    };
    expect(await runFor(24, explain)).toBe(1);
    expect(await places()).toEqual([
      { tabs: ['FACE'], rules: ['spring'] },
      { tabs: [], rules: [] },
    ]);
    expect(await svc.db('unexplained_analyses')).toEqual([]);
    const day = '2026-03-01';
    const { tabs } = await svc.orders.getRevenue({ companyId: 'company-1', fromDay: day, toDay: day, timeZone: 'UTC' });
    expect(tabs.map(({ place, key }) => [place, key])).toEqual([
      ['REVENUE_PLACE_NAMED', 'FACE'],
      ['REVENUE_PLACE_NONE', undefined],
    ]);
  });

  it('of an order that arrives while its analysis is explained are asked for next', async () => {
    await send();
    const asked: (readonly string[])[] = [];
    const explain: Explain = async (_, variantIds) => {
      asked.push(variantIds);
      if (asked.length === 1) await send({}, '4712', ['V3']);
      return new Map();
    };
    expect(await runFor(1, explain)).toBe(2);
    expect(asked).toEqual([['V1', 'V2'], ['V3']]);
    expect(await places()).toEqual(Array(3).fill({ tabs: [], rules: [] }));
    expect(await svc.db('unexplained_analyses')).toEqual([]);
  });

  it('are asked for five times within about a day, and stay unknown then, with no id kept', async () => {
    await send();
    expect(await runFor(48, isDown)).toBe(5);
    expect(await places()).toEqual(unknown);
    expect(await svc.db('unexplained_analyses')).toEqual([]);
  });

  it('are not asked for once the analysis is gone, and not kept as its id', async () => {
    await send();
    expect(await runFor(48, async () => undefined)).toBe(1);
    expect(await places()).toEqual(unknown);
    await send();
    expect(await svc.db('unexplained_analyses')).toEqual([]);
  });

  it('are not asked for after an erasure, which deletes the id (N8.3)', async () => {
    await send();
    expect(await svc.db('unexplained_analyses')).toMatchObject([{ analysis_id: 'a', tries: 0 }]);
    await svc.erase(sha256('a'));
    await expect.poll(() => svc.db('unexplained_analyses')).toEqual([]);
    expect(await runFor(48, isDown)).toBe(0);
  });

  it.each<[string, Partial<OrderAnalysis>]>([
    ['of previews', { isPreview: true }],
    ['that are known', { places: { variants: [] } }],
  ])('are not asked for %s', async (_, more) => {
    await send(more);
    expect(await svc.db('unexplained_analyses')).toEqual([]);
  });
});

import { sha256 } from '@svc/kit';
import { OrderKind, ShopVisitEventType } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { report, startTestService, type TestService } from './testing/test-service.testing.js';
import { expireOldFacts } from './usecases/add-up-analyses.js';
import { addUpOrders } from './usecases/add-up-orders.js';
import { addUpVisits } from './usecases/add-up-visits.js';
import { expireOldOrders } from './usecases/expire-orders.js';
import { explainLater } from './usecases/explain-later.js';
import { keepPartitions } from './usecases/keep-partitions.js';
import { expireOldShopVisits } from './usecases/record-shop-visit.js';

/** Ids that occur nowhere by chance, and how many days they are kept. */
const FUNNEL_VISIT = 'visit-planted-funnel-01';
const ANALYSIS = 'planted-analysis';
const KEPT: Record<string, number> = {
  'hash of a visit of the shop': 1,
  // The match could not be explained, and never can be: it is asked for again once.
  [ANALYSIS]: 1,
  [FUNNEL_VISIT]: 90,
  'order-planted': 400,
  'refund-planted': 400,
  'hash of the analysis': 400,
};
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const signal = new AbortController().signal;

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

/** Every row of every table of the schema as text. */
async function dump(): Promise<string> {
  const { rows } = await svc.db.raw<{ rows: { name: string }[] }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'insight'::regnamespace and c.relkind in ('r', 'p') order by name`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await svc.db.raw<{ rows: { text: string }[] }>(`select row(t.*)::text as text from ${name} as t`);
    texts.push(...found.rows.map(({ text }) => `${name} ${text}`));
  }
  return texts.join('\n');
}

async function plant(): Promise<string> {
  await svc.visits.recordFunnelVisit(
    report([[0, 'SHOWN', 1, 800]], { visitId: FUNNEL_VISIT, source: 'news', locale: 'de' }),
  );
  await svc.visits.recordShopVisit({
    ...{ companyId: 'company-1', visitId: 'visit-planted-shop-0001' },
    events: [{ type: ShopVisitEventType.SHOP_VISIT_EVENT_TYPE_WIDGET_SHOWN, funnelId: 'funnel-1' }],
  });
  const [shop] = await svc.db('activity_visits').select<{ visit_hash: Buffer }[]>('visit_hash');
  await svc.db('analysis_facts').insert({
    ...{ company_id: 'company-1', analysis_hash: sha256(ANALYSIS), funnel_id: 'funnel-1', version_id: 'version-1' },
    ...{ locale: 'de', source: 'news', created_at: new Date(NOW), steps: '[]', asked_contact: [], given_contact: [] },
  });
  await svc.db('analysis_events').insert({
    ...{ company_id: 'company-1', analysis_hash: sha256(ANALYSIS), variants: '[["V1",1]]', updated_at: new Date(NOW) },
  });
  const line = { lineId: '1', variantId: 'V1', quantity: 1, price: '20', discount: '0', analysisId: ANALYSIS };
  const createTime = new Date(NOW);
  await svc.orders.recordOrder({
    ...{ companyId: 'company-1', attributionDays: 7 },
    order: {
      ...{ orderId: 'order-planted', kind: OrderKind.ORDER_KIND_VERIFIED, contentHash: sha256('1'), createTime },
      ...{ currency: 'EUR', totalsIncludeTax: true, discount: '0', recommendations: [], lines: [line] },
    },
    analyses: [{ analysisId: ANALYSIS, funnelId: 'funnel-1', createTime, isPreview: false, provenVariantIds: ['V1'] }],
  });
  await svc.orders.recordRefund({
    companyId: 'company-1',
    refund: {
      ...{ refundId: 'refund-planted', orderId: 'order-planted', createTime, contentHash: sha256('2') },
      lines: [{ lineId: '1', amount: '5' }],
    },
  });
  return (shop as { visit_hash: Buffer }).visit_hash.toString('hex');
}

/** Everything that the service does in time. */
async function expireAll(): Promise<void> {
  const deps = { db: svc.knex, clock: svc.clock };
  await expireOldShopVisits(deps, signal);
  await keepPartitions(deps);
  await expireOldFacts(deps, signal);
  await expireOldOrders(deps, signal);
  await addUpOrders(deps)(signal);
  await explainLater({ ...deps, explain: async () => undefined })(signal);
}

describe('retention (docs/insight.md N8)', () => {
  it('each id is in no table once its days are over, and until then it is; sums of days stay (docs/insight.md N8.4)', async () => {
    svc.clock.set(new Date(NOW).toISOString());
    const texts: Record<string, string> = {
      'hash of a visit of the shop': await plant(),
      'hash of the analysis': sha256(ANALYSIS).toString('hex'),
    };
    await addUpVisits({ db: svc.knex, clock: svc.clock })();
    for (const days of [0, 1, 2, 89, 92, 399, 402, 4_000]) {
      svc.clock.set(new Date(NOW + days * DAY_MS + 1).toISOString());
      await expireAll();
      const rows = await dump();
      const found = Object.keys(KEPT).filter((name) => rows.includes(texts[name] ?? name));
      expect([days, found]).toEqual([days, Object.keys(KEPT).filter((name) => days < (KEPT[name] as number))]);
    }
    const rows = await dump();
    for (const table of ['activity_days', 'funnel_days', 'revenue_days'])
      expect(rows).toMatch(new RegExp(`^${table} `, 'm'));
    // The id of the page load of the shop was never stored.
    expect(rows).not.toContain('planted');
  });
});

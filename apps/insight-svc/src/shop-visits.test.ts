import { ShopVisitEventType } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { expireOldShopVisits } from './usecases/record-shop-visit.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
beforeEach(async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  for (const table of ['activity_visits', 'activity_days', 'activity_salts', 'company_zones'])
    await svc.db(table).delete();
});

type Type = 'WIDGET_SHOWN' | 'CHAT_OPENED' | 'STEP_SHOWN';
const send = (visitId: string, types: Type[], funnelId = 'funnel-1', companyId = 'company-1') =>
  svc.visits.recordShopVisit({
    ...{ companyId, visitId },
    events: types.map((type) => ({ type: ShopVisitEventType[`SHOP_VISIT_EVENT_TYPE_${type}`], funnelId })),
  });
const expire = () => expireOldShopVisits({ db: svc.knex, clock: svc.clock }, new AbortController().signal);
const days = async (companyId = 'company-1') =>
  (
    await svc
      .db('activity_days')
      .where({ company_id: companyId })
      .orderBy(['day', 'funnel_id', 'type'])
      .select(svc.db.raw('day::text as day'), 'funnel_id', 'type', 'visits')
  ).map(({ day, funnel_id, type, visits }) => [day, funnel_id, type, visits].join(' '));

describe('visits of shop pages (docs/insight.md N22)', () => {
  it('count a page load once by kind and funnel, also repeated and ten times at the same time (N22.2)', async () => {
    await Promise.all(Array.from({ length: 10 }, () => send('visit-1', ['WIDGET_SHOWN', 'STEP_SHOWN', 'STEP_SHOWN'])));
    await send('visit-1', ['WIDGET_SHOWN'], 'funnel-2');
    await send('visit-2', ['WIDGET_SHOWN']);
    await send('visit-2', ['CHAT_OPENED'], '');
    await send('visit-2', ['WIDGET_SHOWN'], 'funnel-1', 'company-2');
    expect(await days()).toEqual([
      '2026-03-01  CHAT_OPENED 1',
      '2026-03-01 funnel-1 STEP_SHOWN 1',
      '2026-03-01 funnel-1 WIDGET_SHOWN 2',
      '2026-03-01 funnel-2 WIDGET_SHOWN 1',
    ]);
    expect(await days('company-2')).toEqual(['2026-03-01 funnel-1 WIDGET_SHOWN 1']);
    const filter = {
      ...{ companyId: 'company-1', funnelId: 'funnel-1', fromDay: '2026-03-01', toDay: '2026-03-01', versionId: '' },
      ...{ locale: '', timeZone: 'UTC' },
    };
    expect((await svc.reports.getOverview({ filter })).shop).toEqual([
      { name: 'CHAT_OPENED', count: 1 },
      { name: 'STEP_SHOWN', count: 1 },
      { name: 'WIDGET_SHOWN', count: 2 },
    ]);
  });

  it('days are those of the company’s zone', async () => {
    await svc.db('company_zones').insert({ company_id: 'company-1', time_zone: 'Asia/Kolkata', is_stale: false });
    svc.clock.set('2026-03-01T23:30:00Z');
    await send('visit-1', ['WIDGET_SHOWN']);
    expect(await days()).toEqual(['2026-03-02 funnel-1 WIDGET_SHOWN 1']);
  });

  it('ids are stored as hashes with the salt of the day, for 24 hours; sums stay (N22.3)', async () => {
    await send('visit-of-one', ['WIDGET_SHOWN']);
    const stored = await svc.db('activity_visits');
    expect(JSON.stringify(stored)).not.toContain('visit-of-one');
    svc.clock.set('2026-03-02T11:59:59Z');
    await expire();
    expect(await svc.db('activity_visits')).toHaveLength(1);
    expect(await svc.db('activity_salts')).toEqual([]);
    await send('visit-of-one', ['WIDGET_SHOWN']);
    expect(new Set((await svc.db('activity_visits')).map(({ visit_hash }) => visit_hash.toString('hex'))).size).toBe(2);
    svc.clock.set('2026-03-02T12:00:01Z');
    await expire();
    expect(await svc.db('activity_visits')).toHaveLength(1);
    expect(await days()).toHaveLength(2);
  });

  it('hashes are deleted in batches, so that no statement locks many rows for long (N22.3)', async () => {
    await svc.db.raw(
      `insert into activity_visits (company_id, visit_hash, funnel_id, type, received_at)
       select 'company-' || number % 3, sha256(number::text::bytea), 'funnel-1', 'WIDGET_SHOWN',
         '2026-02-27T12:00:00Z'::timestamptz + number * interval '1 s' from generate_series(1, 2500) as number`,
    );
    await send('visit-1', ['WIDGET_SHOWN']);
    const deleted: number[] = [];
    const count = ({ rowCount }: { rowCount: number }, { sql }: { sql: string }) => {
      if (/^delete .*activity_visits/.test(sql)) deleted.push(rowCount);
    };
    svc.knex.on('query-response', count);
    await expire();
    svc.knex.removeListener('query-response', count);
    expect(deleted).toEqual([1_000, 1_000, 500]);
    expect(await svc.db('activity_visits')).toHaveLength(1);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashVisitor } from './db/exposures.js';
import { createPartition, listPartitions } from './db/visit-partitions.js';
import { report, startTestService, type TestService } from './testing/test-service.testing.js';
import { keepPartitions } from './usecases/keep-partitions.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
beforeEach(async () => {
  svc.clock.set('2026-03-01T12:00:00Z');
  await svc.db('visits').delete();
  await svc.db('refusal_days').delete();
});

const send = (...given: Parameters<typeof report>) => svc.visits.recordFunnelVisit(report(...given));
const stored = () =>
  svc
    .db('visits')
    .orderBy(['visits.company_id', 'visits.visit_id', 'visits.day'])
    .select('*', svc.db.raw('day::text as day'));
const refusals = () => svc.db('refusal_days').where({ kind: 'VISIT' }).select('reason', 'requests');
const FIRST = [0, 'SHOWN', 1, 800] as const;

describe('visits of funnels', () => {
  it('are stored once by id, with the time at which they began, and nothing else (docs/insight.md N1.1, N1.2, N2.1)', async () => {
    await send([[...FIRST]], { source: 'newsletter', locale: 'de' });
    expect(await stored()).toEqual([
      {
        ...{ company_id: 'company-1', visit_id: 'visit-0000000000000001', funnel_id: 'funnel-1' },
        ...{ version_id: 'version-1', source: 'newsletter', locale: 'de', device: 'PHONE', day: '2026-03-01' },
        ...{ experiment_id: null, arm: null, visitor_hash: null },
        started_at: new Date('2026-03-01T11:59:59.200Z'),
        events: [[0, 1, 1, 800]],
        updated_at: expect.any(Date),
      },
    ]);
  });

  it('name a stored visitor, as a hash, only if they are those of a test (docs/insight.md N15.3, N15.4)', async () => {
    const [experiment, visitorId] = [{ experimentId: 'test-1', arm: 'B' }, 'k3J9-x2Lw0Pq7_ZtRb5Y'];
    await send([[...FIRST]], { visitId: 'visit-0000000000000001', experiment, visitorId });
    await send([[...FIRST]], { visitId: 'visit-0000000000000002', visitorId });
    const hashes = (await stored()).map(({ visitor_hash }) => visitor_hash);
    expect(hashes).toEqual([hashVisitor('company-1', visitorId), null]);
  });

  it('reports of several visits and companies arrive together and are stored in one transaction (docs/insight.md N2.9)', async () => {
    const reports = Array.from({ length: 20 }, (_, at) =>
      report([[...FIRST]], { visitId: `visit-00000000000000${at + 10}` }, `company-${at % 2}`),
    );
    await svc.visits.recordFunnelVisits({ reports: [...reports, reports[0]!] });
    expect((await stored()).map(({ company_id, visit_id }) => `${company_id} ${visit_id}`).sort()).toEqual(
      reports.map(({ companyId, visit }) => `${companyId} ${visit.visitId}`).sort(),
    );
    const [{ transactions }] = await svc
      .db('visits')
      .select(svc.db.raw('count(distinct xmin::text)::int as transactions'));
    expect(transactions).toBe(1);
  });

  it('an event counts once by its number, in one batch, in a repeated one, and in ten at the same time (N2.2)', async () => {
    await send([[...FIRST], [0, 'LEFT', 9, 900]]);
    await Promise.all(Array.from({ length: 10 }, () => send([[...FIRST], [1, 'ANSWERED', 1, 1_500]])));
    expect((await stored()).map(({ events }) => events)).toEqual([
      [
        [0, 1, 1, 800],
        [1, 2, 1, 1_500],
      ],
    ]);
  });

  it('a visit over midnight is one, whichever report comes first (N2.3)', async () => {
    svc.clock.set('2026-03-02T00:00:01Z');
    await send([[...FIRST]]);
    svc.clock.set('2026-03-02T00:00:03Z');
    await send([[1, 'ANSWERED', 1, 4_500]]);
    const rows = await stored();
    expect(rows.map(({ day, started_at, events }) => [day, started_at.toISOString(), events.length])).toEqual([
      ['2026-03-02', '2026-03-02T00:00:00.200Z', 2],
    ]);
  });

  it('an id of a visit to another funnel or version, or of another company, adds nothing to it (N2.5)', async () => {
    await send([[...FIRST]]);
    await send([[1, 'LEFT', 1, 900]], { funnelId: 'funnel-2' });
    await send([[1, 'LEFT', 1, 900]], { versionId: 'version-2' });
    await send([[1, 'LEFT', 1, 900]], {}, 'company-2');
    expect((await stored()).map(({ company_id, events }) => [company_id, events.length])).toEqual([
      ['company-1', 1],
      ['company-2', 1],
    ]);
    expect(await refusals()).toEqual([{ reason: 'OTHER_VISIT', requests: 2 }]);
  });

  it('takes 500 events and refuses further batches (N2.6)', async () => {
    for (let from = 0; from < 600; from += 50) {
      await send(
        Array.from({ length: 50 }, (_, index) => [from + index, 'SHOWN', 1, 1_000] as [number, 'SHOWN', 1, number]),
      );
    }
    expect((await stored()).map(({ events }) => events.length)).toEqual([500]);
    expect(await refusals()).toEqual([{ reason: 'TOO_MANY_EVENTS', requests: 2 }]);
  });

  it('are kept 90 days, in partitions of a day that exist before their day begins (N8.1)', async () => {
    const old = ['2025-11-29', '2025-11-30', '2025-12-01', '2025-12-02'];
    for (const day of old) await createPartition(svc.db, day);
    await keepPartitions({ db: svc.knex, clock: svc.clock });
    const days = await listPartitions(svc.db);
    expect(days.filter((day) => day < '2026-01-01')).toEqual(['2025-12-01', '2025-12-02']);
    expect(days).toEqual(expect.arrayContaining(['2026-03-01', '2026-03-02']));
  });
});

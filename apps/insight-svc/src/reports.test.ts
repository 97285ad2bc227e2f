import { randomId } from '@svc/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropPartition, listPartitions } from './db/visit-partitions.js';
import { report, startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpAgain, addUpVisits } from './usecases/add-up-visits.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
/** Of each test its own: a report that changes the time zone starts adding up in the background, maybe until the next test. */
let company: string;
beforeEach(async () => {
  company = `company-${randomId()}`;
  for (const table of ['visits', 'funnel_days', 'step_days', 'company_zones', 'sum_progress'])
    await svc.db(table).delete();
});

type Events = Parameters<typeof report>[0];
let visits = 0;
async function visit(at: string, events: Events, more: Parameters<typeof report>[1] = {}, companyId = company) {
  svc.clock.set(at);
  visits += 1;
  const visitId = `visit-${String(visits).padStart(16, '0')}`;
  await svc.visits.recordFunnelVisit(report(events, { visitId, ...more }, companyId));
}
const addUp = () => addUpVisits({ db: svc.knex, clock: svc.clock })();
const filter = (more: object = {}) => ({
  filter: {
    ...{ companyId: company, funnelId: 'funnel-1', fromDay: '2026-03-01', toDay: '2026-03-02', versionId: '' },
    ...{ locale: '', timeZone: 'UTC', ...more },
  },
});
const overview = async (more: object = {}) => svc.reports.getOverview(filter(more));
const days = async (more: object = {}) =>
  (await overview(more)).days.map(({ name, totals }) => [name, totals?.visits, totals?.starts, totals?.finishes]);

const LOOKED: Events = [[0, 'SHOWN', 1, 100]];
const ANSWERED: Events = [...LOOKED, [1, 'ANSWERED', 1, 1_100], [2, 'SHOWN', 2, 1_100]];
const FINISHED: Events = [...ANSWERED, [3, 'ANSWERED', 2, 3_000], [4, 'FINISHED', 2, 3_000]];

async function someVisits() {
  await visit('2026-02-28T10:00:00Z', FINISHED);
  await visit('2026-03-01T10:00:00Z', LOOKED, { source: 'news' });
  await visit('2026-03-01T11:00:00Z', ANSWERED, { locale: 'de' });
  await visit('2026-03-01T23:30:00Z', FINISHED);
  await visit('2026-03-02T10:00:00Z', FINISHED, { versionId: 'version-2' });
  await visit('2026-03-01T10:00:00Z', FINISHED, { funnelId: 'funnel-2' });
  await visit('2026-03-01T10:00:00Z', FINISHED, {}, `${company}-other`);
  svc.clock.set('2026-03-02T12:00:00Z');
}

describe('reports of visits (docs/insight.md N12)', () => {
  it('count the visits of a period, of the one before, and by day', async () => {
    await someVisits();
    await addUp();
    const { frame, current, previous } = await overview();
    expect(current).toEqual({ visits: 4, starts: 3, finishes: 2 });
    expect(previous).toEqual({ visits: 1, starts: 1, finishes: 1 });
    expect(await days()).toEqual([
      ['2026-03-01', 3, 2, 1],
      ['2026-03-02', 1, 1, 1],
    ]);
    expect(frame).toMatchObject({ fromDay: '2026-03-01', toDay: '2026-03-02', timeZone: 'UTC' });
    expect(frame?.completeUntilTime).toBeInstanceOf(Date);
  });

  it('filter by version, language and source; an empty source is one, too', async () => {
    await someVisits();
    await addUp();
    const count = async (more: object) => (await overview(more)).current?.visits;
    expect(await count({ versionId: 'version-2' })).toBe(1);
    expect(await count({ locale: 'de' })).toBe(1);
    expect(await count({ source: 'news' })).toBe(1);
    expect(await count({ source: '' })).toBe(3);
  });

  it('steps are those of the version with the most visits, in the order in which they were shown', async () => {
    await someVisits();
    await addUp();
    const { versionId, versions, steps } = await svc.reports.getSteps(filter());
    expect(versionId).toBe('version-1');
    expect(versions.map(({ name, totals }) => [name, totals?.visits])).toEqual([
      ['version-1', 3],
      ['version-2', 1],
    ]);
    expect(steps).toEqual([
      { stepId: 1, shown: 3, answered: 2, back: 0, exits: 1, medianMs: expect.any(Number), p90Ms: expect.any(Number) },
      { stepId: 2, shown: 2, answered: 1, back: 0, exits: 1, medianMs: expect.any(Number), p90Ms: expect.any(Number) },
    ]);
    expect(Math.abs((steps[0]?.medianMs as number) / 1_000 - 1)).toBeLessThan(0.051);
  });

  it('break sums down by source, language, device and version', async () => {
    await someVisits();
    await addUp();
    const answer = await svc.reports.getSources(filter());
    const named = (list: typeof answer.sources) => list.map(({ name, totals }) => [name, totals?.visits]);
    expect(named(answer.sources)).toEqual([
      ['', 3],
      ['news', 1],
    ]);
    expect(named(answer.locales)).toEqual([
      ['en', 3],
      ['de', 1],
    ]);
    expect(named(answer.devices)).toEqual([['PHONE', 4]]);
  });

  it.each([
    [{ fromDay: '2026-03-02', toDay: '2026-03-01' }, /from must not be after to/],
    [{ fromDay: '2026-02-30' }, /from must be a day/],
    [{ toDay: 'today' }, /to must be a day/],
    [{ fromDay: '2025-01-01', toDay: '2026-03-01' }, /at most 400 days/],
  ])('%j is INVALID_QUERY', async (more, message) => {
    await expect(overview(more)).rejects.toMatchObject({
      code: 'INVALID_QUERY',
      message: expect.stringMatching(message),
    });
  });

  it('without days, are about the last 28 of the zone (docs/dashboard.md Y81.1)', async () => {
    svc.clock.set('2026-03-02T12:00:00Z');
    expect((await overview({ fromDay: '', toDay: '' })).frame).toMatchObject({
      ...{ fromDay: '2026-02-03', toDay: '2026-03-02' },
    });
  });
});

describe('sums of visits (docs/insight.md N10)', () => {
  it('adding up twice, by two replicas, or after a late report changes what changed only (N10.1)', async () => {
    await someVisits();
    await Promise.all([addUp(), addUp()]);
    await addUp();
    const before = await days();
    await visit('2026-03-01T11:00:05Z', [[3, 'FINISHED', 2, 5_000]], { visitId: 'visit-0000000000000999' });
    await addUp();
    expect(await days()).toEqual(before);
    const [known] = await svc.db('visits').where({ locale: 'de' });
    await visit('2026-03-01T11:00:05Z', [[3, 'FINISHED', 2, 5_000]], { visitId: known.visit_id });
    await addUp();
    expect(await days()).toEqual([
      ['2026-03-01', 3, 2, 2],
      ['2026-03-02', 1, 1, 1],
    ]);
  });

  it('made again from the visits that are kept, are the same (N10.2)', async () => {
    await someVisits();
    await addUp();
    const read = async () => [
      await svc
        .db('funnel_days')
        .whereLike('company_id', `${company}%`)
        .orderBy(['company_id', 'funnel_id', 'day', 'version_id', 'locale', 'source']),
      await svc
        .db('step_days')
        .whereLike('company_id', `${company}%`)
        .orderBy(['company_id', 'funnel_id', 'day', 'version_id', 'locale', 'source', 'step_id']),
    ];
    const before = await read();
    await svc.db('sum_progress').delete();
    for (const table of ['funnel_days', 'step_days']) await svc.db(table).delete();
    await addUp();
    expect(await read()).toEqual(before);
    for (const companyId of [company, `${company}-other`])
      await addUpAgain({ db: svc.knex, clock: svc.clock }, companyId);
    expect(await read()).toEqual(before);
  });

  it('days are those of the company’s time zone; after a change the days that are kept are added up again (N10.3)', async () => {
    await someVisits();
    await addUp();
    expect((await overview({ timeZone: 'Asia/Kolkata' })).frame?.timeZone).toBe('UTC');
    await addUp();
    // 23:30 in UTC is the next day in India, whose offset has half an hour.
    expect((await overview({ timeZone: 'Asia/Kolkata' })).frame?.timeZone).toBe('Asia/Kolkata');
    expect(await days({ timeZone: 'Asia/Kolkata' })).toEqual([
      ['2026-03-01', 2, 1, 0],
      ['2026-03-02', 2, 2, 2],
    ]);
  });

  it('while days are added up again after a change of the zone, a report misses none of the days (N10.3)', async () => {
    await someVisits();
    await addUp();
    await overview({ timeZone: 'Asia/Kolkata' });
    const again = addUpAgain({ db: svc.knex, clock: svc.clock }, company);
    let isRunning = true;
    const done = again.then(() => {
      isRunning = false;
    });
    const seen = new Set<string>();
    while (isRunning) seen.add((await days({ timeZone: 'Asia/Kolkata' })).map(([day]) => day).join());
    await done;
    expect([...seen]).toEqual(['2026-03-01,2026-03-02']);
  });

  it.each([
    ['that the database does not know', 'US/Pacific-New', 'UTC'],
    ['whose name the database does not know', 'ECT', 'Europe/Paris'],
  ])('a company with a zone %s does not keep others from their sums', async (_, timeZone, followed) => {
    await someVisits();
    await overview({ timeZone });
    await addUp();
    expect((await overview({ timeZone })).frame?.timeZone).toBe(followed);
    expect(await days({ companyId: `${company}-other` })).toEqual([['2026-03-01', 1, 1, 1]]);
  });

  it('visits of the first day of a new service are counted once after a change of the zone', async () => {
    for (const day of await listPartitions(svc.db)) await dropPartition(svc.db, day);
    await visit('2026-03-01T23:30:00Z', FINISHED);
    await addUp();
    expect(await days()).toEqual([['2026-03-01', 1, 1, 1]]);
    await overview({ timeZone: 'Asia/Kolkata' });
    await svc.db('sum_progress').update({ until: new Date(Date.now() + 3_600_000) });
    await addUp();
    expect(await days({ timeZone: 'Asia/Kolkata' })).toEqual([['2026-03-02', 1, 1, 1]]);
  });

  it('a day with a change of the clock has all of its 23 hours', async () => {
    await svc.db('company_zones').insert({ company_id: company, time_zone: 'Europe/Berlin', is_stale: false });
    for (const at of ['2026-03-28T22:59:59Z', '2026-03-28T23:00:01Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:01Z']) {
      await visit(at, [[0, 'SHOWN', 1, 0]]);
    }
    await addUp();
    const march = { fromDay: '2026-03-28', toDay: '2026-03-30', timeZone: 'Europe/Berlin' };
    expect((await days(march)).map(([name, count]) => [name, count])).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 2],
      ['2026-03-30', 1],
    ]);
  });
});

describe('the hours around a time (docs/insight.md N23)', () => {
  const hours = (at: string) =>
    svc.reports.getHours({ companyId: company, funnelId: 'funnel-1', atTime: new Date(at) });

  it('count visits of the funnel by when they began, without waiting for sums, across midnight (docs/insight.md N23.1, N23.2)', async () => {
    await visit('2026-03-01T22:30:00Z', FINISHED);
    await visit('2026-03-01T23:45:00Z', ANSWERED);
    await visit('2026-03-01T23:55:00Z', LOOKED);
    await visit('2026-03-02T00:10:00Z', FINISHED);
    await visit('2026-03-02T00:20:00Z', FINISHED, { funnelId: 'funnel-2' });
    await visit('2026-03-02T00:20:00Z', FINISHED, {}, `${company}-other`);
    svc.clock.set('2026-03-02T00:30:00Z');
    const { before, after, untilTime } = await hours('2026-03-02T00:00:00Z');
    expect(before).toEqual({ visits: { visits: 2, starts: 1, finishes: 0 }, analyses: 0, shown: 0 });
    expect(after).toEqual({ visits: { visits: 1, starts: 1, finishes: 1 }, analyses: 0, shown: 0 });
    expect(untilTime).toEqual(new Date('2026-03-02T00:30:00Z'));
    svc.clock.set('2026-03-02T09:00:00Z');
    expect((await hours('2026-03-02T00:00:00Z')).untilTime).toEqual(new Date('2026-03-02T01:00:00Z'));
  });

  it('a time in the future, or one that is too old, is refused', async () => {
    svc.clock.set('2026-03-02T00:30:00Z');
    await expect(hours('2026-03-02T00:31:01Z')).rejects.toMatchObject({ code: 'INVALID_QUERY' });
    const ahead = await hours('2026-03-02T00:30:30Z');
    expect(ahead.untilTime).toEqual(new Date('2026-03-02T00:30:30Z'));
    await expect(hours('2026-01-02T00:00:00Z')).rejects.toMatchObject({ code: 'INVALID_QUERY' });
  });
});

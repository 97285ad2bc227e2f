import { addDays } from '@svc/domain';
import { randomId } from '@svc/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { report, startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpVisits } from './usecases/add-up-visits.js';
import { addUpWeeks } from './usecases/add-up-weeks.js';

let svc: TestService;
let companyId: string;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());
beforeEach(() => {
  companyId = `company-${randomId()}`;
});

/** A Monday. */
const MONDAY = '2026-03-02';
const filter = (more: object = {}) => ({
  ...{ companyId, funnelId: 'funnel-1', fromDay: '2026-02-28', toDay: '2026-03-20', versionId: '', locale: '' },
  ...{ timeZone: 'UTC', ...more },
});
const addUp = () => addUpVisits({ db: svc.knex, clock: svc.clock })();
const weeks = () => addUpWeeks({ db: svc.knex, clock: svc.clock })();
const listOpen = async (): Promise<string[]> => {
  const open = svc.db('sum_weeks').where({ company_id: companyId, is_added_up: false }).orderBy('week');
  return (await open.select(svc.db.raw('week::text as week'))).map(({ week }) => week);
};
/** Of the clock. */
const CURRENT = ['2026-03-16'];

/** Visits of 21 days, of several versions, languages, sources and devices, which leave at several questions. */
async function visit21Days(): Promise<void> {
  for (let n = 0; n < 42; n += 1) {
    const day = addDays('2026-02-28', n % 21);
    svc.clock.set(`${day}T10:00:00Z`);
    const times = [1_000 + 97 * n, 5_000 + 311 * n];
    const events: Parameters<typeof report>[0] = [
      [0, 'SHOWN', 1, 10],
      [1, 'ANSWERED', 1, times[0] as number],
      [2, 'SHOWN', 2, times[0] as number],
      ...(n % 3 === 0 ? [] : ([[3, 'FINISHED', 2, times[1]]] as [number, 'FINISHED', number, number][])),
    ];
    const more = {
      ...{ visitId: `visit-${companyId.slice(-8)}${String(n).padStart(16, '0')}`.slice(0, 30) },
      ...{ locale: n % 5 === 0 ? 'de' : 'en', source: n % 4 === 0 ? 'news' : '' },
    };
    await svc.visits.recordFunnelVisit(report(events, more, companyId));
  }
  svc.clock.set('2026-03-20T12:00:00Z');
}

describe('sums of weeks (docs/insight.md N10.4)', () => {
  it('a report of questions is the same from weeks and from days, with every filter and any period', async () => {
    await visit21Days();
    await addUp();
    const read = async () => {
      const answers: unknown[] = [];
      for (const more of [
        {},
        { locale: 'de' },
        { source: 'news' },
        { fromDay: '2026-03-03' },
        { toDay: '2026-03-15' },
      ]) {
        answers.push((await svc.reports.getSteps({ filter: filter(more) })).steps);
      }
      return answers;
    };
    const before = await read();
    expect(before[0]).toMatchObject([{ shown: 42 }, { shown: 42, exits: 14 }]);
    await weeks();
    expect(await listOpen()).toEqual(CURRENT);
    // Both whole weeks are read in place of their days.
    await svc.db('step_days').where({ company_id: companyId }).whereBetween('day', [MONDAY, '2026-03-15']).delete();
    const after = await read();
    expect([after[0], after[1], after[2], after[4]]).toEqual([before[0], before[1], before[2], before[4]]);
    expect(after[3]).not.toEqual(before[3]);
  });

  it('a day that changes late opens its week, which is added up again as a whole', async () => {
    await visit21Days();
    await addUp();
    await weeks();
    svc.clock.set('2026-03-05T11:00:00Z');
    await svc.visits.recordFunnelVisit(
      report([[0, 'SHOWN', 1, 10]], { visitId: `visit-late-${companyId.slice(-14)}` }, companyId),
    );
    svc.clock.set('2026-03-20T12:00:00Z');
    await addUp();
    expect(await listOpen()).toContain(MONDAY);
    const shown = async () => (await svc.reports.getSteps({ filter: filter() })).steps[0]?.shown;
    expect(await shown()).toBe(43);
    await Promise.all([weeks(), weeks()]);
    expect([await listOpen(), await shown()]).toEqual([CURRENT, 43]);
  });

  it('answers and matches of analyses are the same from weeks and from days', async () => {
    const days = Array.from({ length: 14 }, (_, n) => addDays(MONDAY, n));
    const key = (day: string, n: number) => ({
      ...{ company_id: companyId, funnel_id: 'funnel-1', day, version_id: 'v', locale: 'en' },
      source: n % 2 === 0 ? '' : 'news',
    });
    const counted = (n: number) => ({ shown: 9 + n, clicked: n, added: n % 3, bought: n % 2 });
    await svc.db('analysis_days').insert(
      days.map((day, n) => ({
        ...{ ...key(day, n), ...counted(n), analyses: 10 + n, retakes: 0, retakes_known: 0, asked: 0, given: 0 },
      })),
    );
    await svc.db('option_days').insert(
      days.flatMap((day, n) =>
        ['', 'a', 'b'].map((option_key, place) => ({
          ...key(day, n),
          step_id: 1,
          option_key,
          analyses: 10 + n - place,
        })),
      ),
    );
    await svc
      .db('variant_days')
      .insert(
        days.flatMap((day, n) => ['V1', 'V2'].map((variant_id) => ({ ...key(day, n), variant_id, ...counted(n) }))),
      );
    for (const week of [MONDAY, '2026-03-09']) {
      await svc.db('sum_weeks').insert({ company_id: companyId, subject: 'ANALYSES', week, is_added_up: false });
    }
    svc.clock.set('2026-03-20T12:00:00Z');
    const read = async () => [
      (await svc.reports.getAnswers({ filter: filter() })).options,
      await svc.reports.getMatches({
        filter: filter({ source: 'news' }),
        candidateVariantIds: ['V1', 'V3'],
        onlyCandidates: false,
      }),
    ];
    const before = await read();
    expect(before).toMatchObject([
      [{ analyses: 231 }, { analyses: 217 }, { analyses: 203 }],
      { variants: [{ variantId: 'V1' }, {}], neverShownVariantIds: ['V3'] },
    ]);
    await weeks();
    for (const table of ['option_days', 'variant_days']) await svc.db(table).where({ company_id: companyId }).delete();
    expect(await read()).toEqual(before);
  });
});

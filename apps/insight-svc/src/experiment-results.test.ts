import { forCompany, sha256 } from '@svc/kit';
import { countWaiting } from '@svc/kit/testing';
import { ExperimentMeasure, ExperimentOutcome, ExperimentState } from '@svc/proto';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExperimentDay, replaceDays } from './db/experiment-days.js';
import { seedVisits } from './testing/experiment-rows.testing.js';
import {
  COMPANY,
  clearExperiments,
  createExperiments,
  ofCompletion,
  startExperimentService,
} from './testing/experiments.testing.js';
import type { TestService } from './testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startExperimentService();
});
afterAll(() => svc.stop());
beforeEach(() => clearExperiments(svc));

const { create, start, stop, results } = createExperiments(() => svc);

describe('results of a test (docs/insight.md N13.6, N13.7)', () => {
  it('equal the figures of the raw rows; without a difference none is found', async () => {
    const { experimentId, salt } = await start((await create()).experimentId);
    const raw = await seedVisits(svc, experimentId, salt, { A: 0.5, B: 0.5 }, 3_000);
    svc.clock.set('2026-03-12T00:00:00Z');
    const { exposures, measures, ratioPValue, isRatioAlarm, fullDays } = await results(experimentId);
    expect(exposures).toEqual(['A', 'B'].map((key) => ({ arm: key, units: raw[key]!.shown, firstStepMs: 500 })));
    expect([isRatioAlarm, fullDays, ratioPValue > 0.001]).toEqual([false, 10, true]);
    const [primary, ...others] = measures;
    expect([primary?.measure, primary?.isPrimary, primary?.alpha]).toEqual([
      ...[ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE, true, 0.05],
    ]);
    // Nothing is known of orders yet: no window is over that has an analysis.
    expect(others.every(({ isPrimary }) => !isPrimary)).toBe(true);
    expect(primary?.arms.map(({ arm: key, units, successes }) => [key, units, successes])).toEqual(
      ['A', 'B'].map((key) => [key, raw[key]!.started, raw[key]!.finished]),
    );
    const [a, b] = ['A', 'B'].map((key) => raw[key]!.finished / raw[key]!.started) as [number, number];
    expect(primary?.arms[1]?.difference).toBeCloseTo(b - a, 12);
    expect(primary?.arms[1]?.low).toBeLessThan(0);
    expect(primary?.arms[1]?.high).toBeGreaterThan(0);
    expect(primary?.arms[1]?.outcome).not.toBe(ExperimentOutcome.EXPERIMENT_OUTCOME_DIFFERENT);
  });

  it('a planted difference is found, in words, and the test ends as decided (docs/insight.md N13.2)', async () => {
    const { experimentId, salt } = await start((await create()).experimentId);
    await seedVisits(svc, experimentId, salt, { A: 0.4, B: 0.6 }, 3_000);
    svc.clock.set('2026-03-12T00:00:00Z');
    const { measures } = await results(experimentId);
    expect(measures[0]?.arms[1]).toMatchObject({
      outcome: ExperimentOutcome.EXPERIMENT_OUTCOME_DIFFERENT,
      sentenceEn: expect.stringMatching(/^B brings .* more completed quizzes per 100 started ones \(95 %, valid/),
      sentenceDe: expect.stringMatching(/^B bringt .* mehr abgeschlossene Fragebögen/),
    });
    expect((await stop(experimentId)).state).toBe(ExperimentState.EXPERIMENT_STATE_DECIDED);
  });

  it('days add up to the whole, repeating it changes nothing, and late events of the last days are counted', async () => {
    const { experimentId, salt } = await start((await create()).experimentId);
    const raw = await seedVisits(svc, experimentId, salt, { A: 0.5, B: 0.5 }, 400);
    svc.clock.set('2026-03-11T00:00:00Z');
    const first = await results(experimentId);
    expect(await results(experimentId)).toEqual(first);
    const started = ofCompletion(first.days)
      .filter(({ arm: key }) => key === 'A')
      .reduce((sum, { units }) => sum + units, 0);
    expect(started).toBe(raw.A?.started);
    await svc.db('visits').insert({
      ...{ company_id: COMPANY, day: '2026-03-10', visit_id: 'late', funnel_id: 'funnel-1', version_id: 'v' },
      ...{ source: '', locale: 'en', device: 'PHONE', started_at: new Date('2026-03-10T12:00:00Z') },
      ...{
        events: JSON.stringify([
          [0, 1, 1, 500],
          [1, 2, 1, 900],
        ]),
        experiment_id: experimentId,
        arm: 'A',
      },
    });
    const after = await results(experimentId);
    expect(after.measures[0]?.arms[0]?.units).toBe(raw.A!.started + 1);
  });

  it('a dry check shows shares and no difference; its units do not count afterwards', async () => {
    const { experimentId } = await start((await create()).experimentId, true);
    const visit = (day: string, key: string, id: string) => ({
      ...{ company_id: COMPANY, day, visit_id: id, funnel_id: 'funnel-1', version_id: 'v', source: '', locale: 'en' },
      ...{ device: 'PHONE', started_at: new Date(`${day}T18:00:00Z`), experiment_id: experimentId, arm: key },
      events: JSON.stringify([
        [0, 1, 1, 500],
        [1, 2, 1, 900],
      ]),
    });
    await svc.db('visits').insert([visit('2026-03-01', 'A', 'one'), visit('2026-03-01', 'B', 'two')]);
    svc.clock.set('2026-03-02T10:00:00Z');
    const dry = await results(experimentId);
    expect([dry.exposures.map(({ units }) => units), dry.measures]).toEqual([[1, 1], []]);
    svc.clock.set('2026-03-02T20:00:00Z');
    await svc.db('visits').insert(visit('2026-03-02', 'A', 'three'));
    const run = await results(experimentId);
    expect(run.exposures.map(({ units }) => units)).toEqual([1, 0]);
    expect(run.measures[0]?.arms.map(({ units }) => units)).toEqual([1, 0]);
  });

  it('a stored visitor is one unit, of the day of its first visit, whichever visit finishes (N15.3)', async () => {
    const { experimentId } = await start((await create()).experimentId);
    const visit = (day: string, key: string, id: string, visitor: string | null, events: number[][]) => ({
      ...{ company_id: COMPANY, day, visit_id: id, funnel_id: 'funnel-1', version_id: 'v', source: '', locale: 'en' },
      ...{ device: 'PHONE', started_at: new Date(`${day}T18:00:00Z`), experiment_id: experimentId, arm: key },
      ...{ visitor_hash: visitor && sha256(visitor), events: JSON.stringify(events) },
    });
    const shown = [[0, 1, 1, 500]];
    const started = [...shown, [1, 2, 1, 900]];
    const finished = [...started, [2, 4, 1, 2_000]];
    await svc
      .db('visits')
      .insert([
        visit('2026-03-01', 'A', 'one', 'comes back', started),
        visit('2026-03-01', 'B', 'two', 'only looks', shown),
        visit('2026-03-02', 'A', 'three', null, finished),
      ]);
    const sums = async () => {
      const { days, exposures } = await results(experimentId);
      return [
        ofCompletion(days).map(({ day, arm: key, units, successes }) => [day, key, units, successes]),
        exposures.map(({ units }) => units),
      ];
    };
    svc.clock.set('2026-03-03T12:00:00Z');
    const later = ['2026-03-02', 'A', 1, 1];
    expect(await sums()).toEqual([
      [['2026-03-01', 'A', 1, 0], later],
      [2, 1],
    ]);
    await svc
      .db('visits')
      .insert([
        visit('2026-03-12', 'A', 'four', 'comes back', finished),
        visit('2026-03-12', 'B', 'five', 'only looks', started),
        visit('2026-03-12', 'A', 'six', null, shown),
      ]);
    svc.clock.set('2026-03-13T12:00:00Z');
    expect(await sums()).toEqual([
      [['2026-03-01', 'A', 1, 1], ['2026-03-01', 'B', 1, 0], later],
      [3, 1],
    ]);
    // No visitor comes back later: the days stay as they are.
    svc.clock.set('2026-03-16T12:00:00Z');
    expect((await sums())[1]).toEqual([3, 1]);
  });

  it('too few units have no interval, and shares that differ from the weights have no result', async () => {
    const { experimentId, salt } = await start((await create()).experimentId);
    await seedVisits(svc, experimentId, salt, { A: 0.5, B: 0.5 }, 150);
    svc.clock.set('2026-03-12T00:00:00Z');
    const early = await results(experimentId);
    expect([early.measures[0]?.arms[1]?.outcome, early.measures[0]?.arms[1]?.low]).toEqual([
      ...[ExperimentOutcome.EXPERIMENT_OUTCOME_TOO_EARLY, undefined],
    ]);
    await svc.db('visits').delete();
    await svc.db('experiments').update({ summed_until: null });
    await seedVisits(svc, experimentId, salt, { A: 0.5, B: 0.5 }, 2_000);
    await svc.db('visits').where({ arm: 'B' }).andWhereRaw('visit_id < ?', ['visit-0000000000100000']).delete();
    const wrong = await results(experimentId);
    expect([wrong.isRatioAlarm, wrong.measures[0]?.arms[1]?.outcome]).toEqual([
      ...[true, ExperimentOutcome.EXPERIMENT_OUTCOME_RATIO_ALARM],
    ]);
  });

  it('adding up a test and deleting it never wait for each other', async () => {
    const { experimentId } = await start((await create()).experimentId);
    const replace = (trx: Knex.Transaction, days: ExperimentDay[]) =>
      replaceDays(trx, { companyId: COMPANY, experimentId, from: '2026-03-01' }, ['EXPOSURE'], days);
    const sums = { units: 1, openUnits: 0, successes: 1, sum: 500, sumOfSquares: 250_000 };
    const day = { ...{ day: '2026-03-01' as const, arm: 'A', measure: 'EXPOSURE' as const }, ...sums };
    await forCompany(svc.knex, COMPANY, (trx) => replace(trx, [day]));
    let deletion: Promise<number> | undefined;
    await forCompany(svc.knex, COMPANY, async (trx) => {
      await replace(trx, []);
      deletion = svc.db('experiments').where({ experiment_id: experimentId }).delete().then();
      await expect.poll(() => countWaiting(svc.db)).toBe(1);
      await replace(trx, [day]);
    });
    expect(await deletion).toBe(1);
    expect(await svc.db('experiment_days')).toEqual([]);
  });
});

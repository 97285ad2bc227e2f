import { sha256 } from '@svc/kit';
import { ExperimentMeasure } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedVisits, storeOrder } from './testing/experiment-rows.testing.js';
import {
  COMPANY,
  clearExperiments,
  createExperiments,
  ORDERS,
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
/** Removes what only some tests have. */
async function clear(): Promise<void> {
  for (const table of ['orders', 'refunds', 'analysis_facts', 'analysis_events']) await svc.db(table).delete();
}

describe('orders of a test of the questionnaire (docs/insight.md N13.14)', () => {
  it('are those of the analyses that it assigned, per visit whose window is over; clicks and carts are per analysis', async () => {
    await clear();
    await storeOrder(svc, { key: 'before', at: '2026-02-20T12:00:00Z', amount: 500, hash: undefined });
    await svc.db('funnel_days').insert({
      ...{ company_id: COMPANY, funnel_id: 'funnel-1', version_id: 'v', locale: 'en', source: '', device: 'PHONE' },
      ...{ day: '2026-02-20', visits: 1_400, starts: 900, finishes: 300 },
    });
    const revenue = { primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT, minimumEffect: 5 };
    // Orders cannot be planned without any that is credited to an analysis of the funnel.
    expect((await create(revenue)).plan).toBeUndefined();
    const { experimentId, salt } = await start((await create()).experimentId);
    const raw = await seedVisits(svc, experimentId, salt, { A: 0.5, B: 0.5 }, 600);
    /** An analysis of an arm, and what the shopper did. */
    const analysis = async (
      id: string,
      key: string,
      at: string,
      { test = experimentId, mask = 1, bought = 0, isRetake = false } = {},
    ) => {
      const hash = sha256(id);
      await svc.db('analysis_facts').insert({
        ...{ company_id: COMPANY, analysis_hash: hash, funnel_id: 'funnel-1', version_id: `version-${key}` },
        ...{ locale: '', source: '', created_at: at, steps: '[]', asked_contact: [], given_contact: [] },
        ...{ is_retake: isRetake, experiment_id: test || null },
      });
      const variants = JSON.stringify([['V1', mask]]);
      await svc.db('analysis_events').insert({ company_id: COMPANY, analysis_hash: hash, updated_at: at, variants });
      if (bought > 0) await storeOrder(svc, { key: `order of ${id}`, at, amount: bought, hash });
    };
    const [early, open] = ['2026-03-03T12:00:00Z', '2026-03-09T12:00:00Z'];
    await analysis('a1', 'A', early, { mask: 3, bought: 40 });
    await analysis('a2', 'A', early, { mask: 5 });
    await analysis('b1', 'B', early, { mask: 3, bought: 900 });
    await analysis('b2', 'B', open, { mask: 3, bought: 70 });
    await analysis('b3', 'B', early, { bought: 80, isRetake: true });
    await analysis('of an integration', 'A', early, { test: '', mask: 3, bought: 60 });
    svc.clock.set('2026-03-12T00:00:00Z');
    const { measures, days } = await results(experimentId);
    // Days until 4 March are closed: 7 days from their last analysis on.
    const isClosed = (day: string) => day <= '2026-03-04';
    const visits = (key: string, closed: boolean) =>
      days
        .filter(({ arm: of, measure, day }) => of === key && measure === ORDERS && isClosed(day) === closed)
        .reduce((sum, { units }) => sum + units, 0);
    expect([visits('A', false), visits('B', false)]).toEqual([0, 0]);
    const found = new Map(
      measures.map(({ measure, arms }) => [
        measure,
        arms.map(({ units, openUnits, value = 0 }) => [units, units + openUnits, Math.round(value * units)]),
      ]),
    );
    const ofVisits = (key: string, value: number) => [visits(key, true), raw[key]?.shown, value];
    expect(found.get(ORDERS)).toEqual([ofVisits('A', 1), ofVisits('B', 1)]);
    expect(found.get(revenue.primaryMeasure)).toEqual([ofVisits('A', 40), ofVisits('B', 500)]);
    expect(found.get(ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE)).toEqual([
      [2, 2, 1],
      [2, 2, 2],
    ]);
    expect(found.get(ExperimentMeasure.EXPERIMENT_MEASURE_ADD_TO_CART_RATE)).toEqual([
      [2, 2, 1],
      [2, 2, 0],
    ]);
    expect(measures.map(({ alpha }) => alpha)).toEqual([0.05, ...Array(4).fill(0.05 / 4)]);
    // A draft is planned by the visits of 28 days; those of all analyses but retakes are known.
    const { plan } = await create(revenue);
    expect(plan?.baseline).toBeCloseTo((40 + 900 + 60) / 1_400, 9);
    expect(plan?.unitsPerWeek).toBeCloseTo(1_400 / 4 / 2, 9);
    // Orders are still counted after the end, when visits are not any more.
    await stop(experimentId);
    svc.clock.set('2026-03-18T12:00:00Z');
    expect((await results(experimentId)).measures.find(({ measure }) => measure === ORDERS)?.arms[1]).toMatchObject({
      ...{ units: raw.B?.shown, openUnits: 0, successes: 2 },
    });
  });
});

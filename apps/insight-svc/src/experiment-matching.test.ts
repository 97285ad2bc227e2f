import { assignArm, sha256 } from '@svc/kit';
import { ExperimentKind, ExperimentMeasure } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, storeOrder } from './testing/experiment-rows.testing.js';
import {
  arm,
  COMPANY,
  clearExperiments,
  createExperiments,
  otherSettings,
  startExperimentService,
} from './testing/experiments.testing.js';
import type { TestService } from './testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startExperimentService();
});
afterAll(() => svc.stop());
beforeEach(() => clearExperiments(svc));

const { create, start, results } = createExperiments(() => svc);
/** Removes what only some tests have. */
async function clear(): Promise<void> {
  for (const table of ['orders', 'refunds', 'analysis_facts', 'analysis_events']) await svc.db(table).delete();
}

describe('results of a test of matching (docs/insight.md N13.5)', () => {
  it('equal the figures of the raw rows: clicks, carts, orders and revenue of closed windows, up to the cap, less refunds', async () => {
    await clear();
    await storeOrder(svc, { key: 'before', at: '2026-02-20T12:00:00Z', amount: 500, hash: undefined });
    const { experimentId } = await create({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, arms: [arm('A', 1, ''), otherSettings] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE,
    });
    const { salt, revenueCap, plan } = await start(experimentId);
    // Nothing was measured, so the greatest variance counts.
    expect([revenueCap, plan]).toEqual([500, { plannedUnits: 750, unitsPerWeek: 0 }]);
    const random = createRandom(11);
    const expected: Record<string, number[]> = { A: [0, 0, 0, 0, 0, 0], B: [0, 0, 0, 0, 0, 0] };
    const facts = [];
    const events = [];
    for (let unit = 0; unit < 400; unit += 1) {
      const hash = sha256(`analysis-${unit}`);
      const sums = expected[assignArm(salt, hash.toString('hex'), [1, 1]) === 0 ? 'A' : 'B'] as number[];
      // Of the last 60, the window of 7 days is open.
      const isOpen = unit >= 340;
      const createdAt = new Date(Date.UTC(2026, 2, isOpen ? 15 : 3, 12, 0, unit % 60));
      const isRetake = random() < 0.1;
      facts.push({
        ...{ company_id: COMPANY, analysis_hash: hash, funnel_id: 'funnel-1', version_id: 'v', locale: '', source: '' },
        ...{ created_at: createdAt, steps: '[]', asked_contact: [], given_contact: [], is_retake: isRetake },
      });
      const [isClicked, isAdded, isBought] = [random() < 0.5, random() < 0.2, unit % 20 === 0];
      const mask = 1 + (isClicked ? 2 : 0) + (isAdded ? 4 : 0);
      events.push({
        ...{ company_id: COMPANY, analysis_hash: hash, updated_at: createdAt },
        variants: JSON.stringify([
          ['V1', mask],
          ['V2', 1],
        ]),
      });
      const value = unit === 20 ? 900 : 100;
      if (isBought)
        await storeOrder(svc, {
          key: `order-${unit}`,
          at: '2026-03-04T12:00:00Z',
          amount: value,
          hash,
          refunded: unit === 40 ? 30 : 0,
        });
      if (isRetake) continue;
      const net = unit === 20 ? 500 : unit === 40 ? 70 : 100;
      const counted = [1, isClicked ? 1 : 0, isAdded ? 1 : 0, isOpen ? 0 : 1, isBought ? 1 : 0, isBought ? net : 0];
      counted.forEach((count, place) => {
        if (!isOpen || place < 3) sums[place] = (sums[place] as number) + count;
      });
    }
    await svc.db.batchInsert('analysis_facts', facts, 100);
    await svc.db.batchInsert('analysis_events', events, 100);
    svc.clock.set('2026-03-16T12:00:00Z');
    const { measures, exposures } = await results(experimentId);
    expect(exposures.map(({ units, firstStepMs }) => [units, firstStepMs])).toEqual(
      ['A', 'B'].map((key) => [expected[key]?.[0], undefined]),
    );
    const found = Object.fromEntries(
      measures.map(({ measure, arms }) => [
        measure,
        arms.map(({ units, value = 0 }) => [units, Math.round(value * units)]),
      ]),
    );
    const wanted = (units: number, value: number) =>
      ['A', 'B'].map((key) => [expected[key]?.[units], expected[key]?.[value]]);
    expect(found).toEqual({
      [ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE]: wanted(0, 1),
      [ExperimentMeasure.EXPERIMENT_MEASURE_ADD_TO_CART_RATE]: wanted(0, 2),
      [ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT]: wanted(3, 4),
      [ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT]: wanted(3, 5),
    });
    const orders = measures.find(({ measure }) => measure === ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT);
    expect(orders?.arms.map(({ units, openUnits }) => units + openUnits)).toEqual(
      ['A', 'B'].map((key) => expected[key]?.[0]),
    );
    expect(measures.map(({ alpha }) => alpha)).toEqual([0.05, 0.05 / 3, 0.05 / 3, 0.05 / 3]);
    // A draft is planned with these analyses: all 28 days, those of open windows aside.
    const { plan: next } = await create({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, minimumEffect: 5, arms: [arm('A', 1, ''), otherSettings] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT,
    });
    const closed = (expected.A?.[3] ?? 0) + (expected.B?.[3] ?? 0);
    expect(next?.unitsPerWeek).toBeCloseTo(closed / 4 / 2, 9);
    expect(next?.baseline).toBeGreaterThan(0);
  });
});

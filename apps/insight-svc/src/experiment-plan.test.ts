import { sha256 } from '@svc/kit';
import { ExperimentKind, ExperimentMeasure } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeOrder } from './testing/experiment-rows.testing.js';
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

const { create, start } = createExperiments(() => svc);
/** Removes what only some tests have. */
async function clear(): Promise<void> {
  for (const table of ['orders', 'refunds', 'analysis_facts', 'analysis_events']) await svc.db(table).delete();
}

describe('the plan of a test (docs/insight.md N13.3)', () => {
  it('follows from the 28 days before, and is fixed at the start', async () => {
    const dimensions = { company_id: COMPANY, funnel_id: 'funnel-1', version_id: 'v', locale: 'en', source: '' };
    const sums = { ...dimensions, device: 'PHONE', visits: 3_000, starts: 2_800, finishes: 840 };
    await svc.db('funnel_days').insert([
      { ...sums, day: '2026-02-10' },
      // Today and 29 days ago do not count.
      ...['2026-03-01', '2026-01-31'].map((day) => ({ ...sums, day, finishes: 0 })),
    ]);
    const { experimentId, plan } = await create({ minimumEffect: 0.03 });
    // 30 · 0.3 · 0.7 / 0.03² = 7,000, by the variance of a sample a little more; 50 units a day in each arm.
    expect(plan).toEqual({ plannedUnits: 7_003, unitsPerWeek: 350, days: 141, baseline: 0.3 });
    await start(experimentId);
    await svc.db('funnel_days').delete();
    const { experiment } = await svc.experiments.getExperiment({ companyId: COMPANY, experimentId });
    expect(experiment?.plan).toEqual(plan);
  });

  it('of orders follows from 28 days whose windows are over, also where the window is longer than that', async () => {
    await clear();
    const times = ['2026-01-25T12:00:00Z', '2026-01-05T12:00:00Z', '2026-02-20T12:00:00Z', '2025-12-20T12:00:00Z'];
    for (const [index, at] of times.entries()) {
      const hash = sha256(`planned ${index}`);
      await svc.db('analysis_facts').insert({
        ...{ company_id: COMPANY, analysis_hash: hash, funnel_id: 'funnel-1', version_id: 'v', locale: '', source: '' },
        ...{ created_at: at, steps: '[]', asked_contact: [], given_contact: [], is_retake: null },
      });
      if (index !== 1) await storeOrder(svc, { key: `planned ${index}`, at, amount: 50, hash });
    }
    await svc.db('orders').update({ window_days: 30 });
    const { plan } = await create({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, minimumEffect: 0.5, arms: [arm('A', 1, ''), otherSettings] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT,
    });
    // Of 2 January to 30 January, with one order.
    expect(plan).toMatchObject({ baseline: 0.5, unitsPerWeek: 2 / 4 / 2 });
    await clear();
  });

  it('without visits a rate is planned for its greatest variance; money is not planned', async () => {
    expect((await create({ minimumEffect: 0.05 })).plan).toEqual({ plannedUnits: 3_000, unitsPerWeek: 0 });
    const { experimentId, plan } = await create({
      ...{ kind: ExperimentKind.EXPERIMENT_KIND_MATCHING, minimumEffect: 1, arms: [arm('A', 1, ''), otherSettings] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_REVENUE_PER_UNIT,
    });
    expect(plan).toBeUndefined();
    await expect(start(experimentId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

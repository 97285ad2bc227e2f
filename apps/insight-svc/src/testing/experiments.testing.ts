import { ExperimentEnd, ExperimentKind, ExperimentMeasure, type ExperimentResults } from '@svc/proto';
import { createPartition } from '../db/visit-partitions.js';
import { addUpOne } from '../usecases/experiments/add-up-experiments.js';
import { startTestService, type TestService } from './test-service.testing.js';

export const COMPANY = 'company-1';
export const ORDERS = ExperimentMeasure.EXPERIMENT_MEASURE_ORDERS_PER_UNIT;

/** When each test begins. */
export const START = '2026-03-01T12:00:00Z';

/** With room for visits of the first 20 days of that month. */
export async function startExperimentService(): Promise<TestService> {
  const svc = await startTestService();
  for (let day = 1; day <= 20; day += 1) await createPartition(svc.db, `2026-03-${String(day).padStart(2, '0')}`);
  return svc;
}

/** Before each test. */
export async function clearExperiments(svc: TestService): Promise<void> {
  svc.clock.set(START);
  for (const table of ['experiments', 'visits', 'funnel_days']) await svc.db(table).delete();
}

export const arm = (key: string, weight = 1, versionId = `version-${key}`) => ({
  ...{ key, name: `Arm ${key}`, weight, versionId, settingsJson: Buffer.alloc(0) },
});
export const design = (more: object = {}) => ({
  ...{ name: 'Short form', kind: ExperimentKind.EXPERIMENT_KIND_QUESTIONNAIRE, funnelId: 'funnel-1' },
  ...{ hypothesis: 'Fewer questions, more results.', minimumEffect: 0.1, arms: [arm('A'), arm('B')] },
  primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE,
  ...more,
});
/** Arm B of a test of matching. */
export const otherSettings = { ...arm('B', 1, ''), settingsJson: Buffer.from('{"learning":false}') };

/** What tests do with experiments of a company. @param getService - it is started after this. */
export function createExperiments(getService: () => TestService) {
  return {
    create: async (more: object = {}, companyId = COMPANY) =>
      (await getService().experiments.createExperiment({ companyId, design: design(more) })).experiment!,
    start: async (experimentId: string, dryCheck = false) =>
      (
        await getService().experiments.startExperiment({
          ...{ companyId: COMPANY, experimentId, dryCheck, currency: 'EUR' },
        })
      ).experiment!,
    stop: async (experimentId: string) =>
      (
        await getService().experiments.stopExperiment({
          ...{ companyId: COMPANY, experimentId, end: ExperimentEnd.EXPERIMENT_END_STOPPED },
        })
      ).experiment!,
    update: (experimentId: string, more: object) =>
      getService().experiments.updateExperiment({ companyId: COMPANY, experimentId, archive: false, ...more }),
    /** After they were added up. */
    results: async (experimentId: string) => {
      const svc = getService();
      await addUpOne({ db: svc.knex, clock: svc.clock }, COMPANY, experimentId);
      return (await svc.experiments.getExperimentResults({ companyId: COMPANY, experimentId })).results!;
    },
  };
}

/** Sums of days of the completion rate. */
export const ofCompletion = (days: ExperimentResults['days']) =>
  days.filter(({ measure }) => measure === ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE);

import { createLogger, sha256 } from '@svc/kit';
import { ExperimentGuard, ExperimentKind, ExperimentMeasure } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPartition } from './db/visit-partitions.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';
import { addUpOne } from './usecases/experiments/add-up-experiments.js';
import { checkExperiments } from './usecases/experiments/check-experiments.js';

const START = '2026-03-01T12:00:00Z';
const COMPANY = 'company-1';
const log = createLogger({ name: 'insight-svc', level: 'silent' });

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
  for (let day = 1; day <= 8; day += 1) await createPartition(svc.db, `2026-03-0${day}`);
});
afterAll(() => svc.stop());
beforeEach(async () => {
  svc.clock.set(START);
  for (const table of ['experiments', 'visits', 'analysis_facts', 'orders', 'refunds']) await svc.db(table).delete();
});

const check = () => checkExperiments({ db: svc.knex, clock: svc.clock, log })();

/** A running test of the questionnaire. @returns its id. */
async function start(): Promise<string> {
  const arm = (key: string) => ({
    ...{ key, name: key, weight: 1, versionId: `version-${key}`, settingsJson: Buffer.alloc(0) },
  });
  const { experiment } = await svc.experiments.createExperiment({
    companyId: COMPANY,
    design: {
      ...{ name: 'Short form', kind: ExperimentKind.EXPERIMENT_KIND_QUESTIONNAIRE, funnelId: 'funnel-1' },
      ...{ hypothesis: 'Fewer questions.', minimumEffect: 0.1, arms: [arm('A'), arm('B')] },
      primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_COMPLETION_RATE,
    },
  });
  const { experimentId } = experiment!;
  await svc.experiments.startExperiment({ companyId: COMPANY, experimentId, dryCheck: false, currency: 'EUR' });
  return experimentId;
}

const results = async (experimentId: string) =>
  (await svc.experiments.getExperimentResults({ companyId: COMPANY, experimentId })).results!;

/** Visits of the last minute: each was answered, and every second one finished. */
async function addVisits(experimentId: string, arm: string, count: number, name = arm): Promise<void> {
  const startedAt = new Date(svc.clock.now().getTime() - 60_000);
  await svc.db.batchInsert(
    'visits',
    Array.from({ length: count }, (_, at) => ({
      ...{ company_id: COMPANY, day: startedAt.toISOString().slice(0, 10), visit_id: `${name}-${at}` },
      ...{ funnel_id: 'funnel-1', version_id: `version-${arm}`, source: '', locale: 'en', device: 'PHONE' },
      ...{ started_at: startedAt, experiment_id: experimentId, arm },
      events: JSON.stringify([[0, 1, 1, 500], [1, 2, 1, 900], ...(at % 2 === 0 ? [[2, 4, 1, 1_000]] : [])]),
    })),
    500,
  );
}

async function addAnalysis(
  arm: string,
  experimentId: string | null,
  more: { asked?: boolean; given?: boolean; bought?: boolean; refunded?: boolean },
) {
  const id = `${arm} ${Math.random()}`;
  const hash = sha256(id);
  const now = svc.clock.now();
  await svc.db('analysis_facts').insert({
    ...{ company_id: COMPANY, analysis_hash: hash, funnel_id: 'funnel-1', version_id: `version-${arm}`, locale: '' },
    ...{ source: '', created_at: now, steps: '[]', asked_contact: more.asked ? ['email'] : [], is_retake: null },
    experiment_id: experimentId,
    given_contact: more.given ? ['email'] : [],
  });
  if (!more.bought) return;
  await svc.orders.recordOrder({
    ...{ companyId: COMPANY, attributionDays: 7 },
    order: {
      ...{ orderId: id, kind: 'ORDER_KIND_VERIFIED' as never, contentHash: hash, createTime: now, currency: 'EUR' },
      ...{ totalsIncludeTax: true, discount: '0', recommendations: [] },
      lines: [{ lineId: '1', variantId: 'V1', quantity: 1, price: '10', discount: '0', analysisId: id }],
    },
    analyses: [{ analysisId: id, funnelId: 'funnel-1', createTime: now, isPreview: false, provenVariantIds: ['V1'] }],
  });
  if (more.refunded)
    await svc.orders.recordRefund({
      companyId: COMPANY,
      refund: {
        ...{ refundId: id, orderId: id, contentHash: hash, createTime: now },
        lines: [{ lineId: '1', amount: '10' }],
      },
    });
}

describe('guards of a test (docs/insight.md N13.12)', () => {
  it('are opt-out and refunds of the analyses of each arm since the test counts', async () => {
    const id = await start();
    svc.clock.set('2026-03-01T13:00:00Z');
    await addAnalysis('A', id, { asked: true, given: true, bought: true });
    await addAnalysis('A', id, { asked: true });
    await addAnalysis('B', id, { bought: true, refunded: true });
    // Of integrations, which are in no test, and of another one.
    await addAnalysis('A', null, { asked: true });
    await addAnalysis('B', 'another', { asked: true });
    svc.clock.set('2026-03-01T13:00:01Z');
    await check();
    const none = { isWorse: false };
    expect((await results(id)).guards).toEqual([
      {
        guard: ExperimentGuard.EXPERIMENT_GUARD_OPT_OUT,
        arms: [
          { arm: 'A', units: 2, cases: 1, ...none },
          { arm: 'B', units: 0, cases: 0, ...none },
        ],
      },
      {
        guard: ExperimentGuard.EXPERIMENT_GUARD_REFUNDS,
        arms: [
          { arm: 'A', units: 1, cases: 0, ...none },
          { arm: 'B', units: 1, cases: 1, ...none },
        ],
      },
    ]);
  });
});

describe('the check of the system (docs/insight.md N13.13)', () => {
  it('splits the units of 28 days once a day, not sooner, and not after the end', async () => {
    const id = await start();
    expect((await results(id)).splitCheck).toBeUndefined();
    svc.clock.set('2026-03-01T13:00:00Z');
    await addVisits(id, 'A', 300);
    await check();
    const first = (await results(id)).splitCheck;
    expect(first).toMatchObject({ units: 300, checkTime: new Date('2026-03-01T13:00:00Z') });
    expect([first?.low !== undefined, first?.isAlarm]).toEqual([true, false]);
    await addVisits(id, 'B', 100);
    svc.clock.set('2026-03-02T12:59:59Z');
    await check();
    expect((await results(id)).splitCheck).toEqual(first);
    svc.clock.set('2026-03-02T13:00:00Z');
    await check();
    expect((await results(id)).splitCheck).toMatchObject({ units: 400, checkTime: new Date('2026-03-02T13:00:00Z') });
    await svc.experiments.stopExperiment({
      companyId: COMPANY,
      experimentId: id,
      end: 'EXPERIMENT_END_STOPPED' as never,
    });
    svc.clock.set('2026-03-04T13:00:00Z');
    await check();
    expect((await results(id)).splitCheck).toMatchObject({ checkTime: new Date('2026-03-02T13:00:00Z') });
  });

  it('counts running tests whose arms do not have their shares, and those whose last split raised an alarm, until they end', async () => {
    const id = await start();
    svc.clock.set('2026-03-01T13:00:00Z');
    await addVisits(id, 'A', 1_500);
    await addVisits(id, 'B', 500);
    await addUpOne({ db: svc.knex, clock: svc.clock }, COMPANY, id);
    expect(await check()).toEqual({ ratio: 1, split: 0 });
    const split = { units: 2, interval: { low: 0.1, high: 0.2 }, ratioPValue: 1, isAlarm: true };
    await svc.db('experiment_checks').update({ split: JSON.stringify(split) });
    expect(await check()).toEqual({ ratio: 1, split: 1 });
    await svc.experiments.stopExperiment({
      companyId: COMPANY,
      experimentId: id,
      end: 'EXPERIMENT_END_STOPPED' as never,
    });
    expect(await check()).toEqual({ ratio: 0, split: 0 });
  });
});

import { ExperimentKind, ExperimentMeasure, ExperimentState } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  arm,
  COMPANY,
  clearExperiments,
  createExperiments,
  design,
  startExperimentService,
} from './testing/experiments.testing.js';
import type { TestService } from './testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startExperimentService();
});
afterAll(() => svc.stop());
beforeEach(() => clearExperiments(svc));

const { create, start, stop, update } = createExperiments(() => svc);
const page = (more: object = {}) => ({ companyId: COMPANY, pageSize: 10, pageToken: '', funnelId: '', ...more });

describe('the life of a test (docs/insight.md N13)', () => {
  it('goes from a draft over a dry check and a run to the archive (docs/insight.md N13.2)', async () => {
    const { experimentId, state } = await create();
    expect(state).toBe(ExperimentState.EXPERIMENT_STATE_DRAFT);
    const dry = await start(experimentId, true);
    expect([dry.state, dry.countTime]).toEqual([
      ...[ExperimentState.EXPERIMENT_STATE_DRY_CHECK, new Date('2026-03-02T12:00:00Z')],
    ]);
    svc.clock.set('2026-03-02T12:00:00Z');
    const { experiment } = await svc.experiments.getExperiment({ companyId: COMPANY, experimentId });
    expect(experiment?.state).toBe(ExperimentState.EXPERIMENT_STATE_RUNNING);
    await expect(update(experimentId, { archive: true })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await stop(experimentId)).state).toBe(ExperimentState.EXPERIMENT_STATE_STOPPED);
    const archived = await update(experimentId, { archive: true });
    expect(archived.experiment?.state).toBe(ExperimentState.EXPERIMENT_STATE_ARCHIVED);
    await expect(start(experimentId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('start and stop may be repeated, and change nothing then', async () => {
    const { experimentId } = await create();
    const first = await start(experimentId);
    svc.clock.set('2026-03-01T13:00:00Z');
    expect(await start(experimentId)).toEqual(first);
    const stopped = await stop(experimentId);
    svc.clock.set('2026-03-01T14:00:00Z');
    expect(await stop(experimentId)).toEqual(stopped);
  });

  it('of a test that has begun only the name changes: weights, arms and measure are fixed', async () => {
    const { experimentId } = await create();
    await update(experimentId, { design: design({ arms: [arm('A', 3), arm('B')] }) });
    const begun = await start(experimentId);
    for (const more of [{ arms: [arm('A', 1), arm('B')] }, { minimumEffect: 0.2 }, { hypothesis: 'Another one.' }]) {
      const changed = update(experimentId, { design: { ...begun.design, ...more } });
      await expect(changed).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    const renamed = await update(experimentId, { design: { ...begun.design, name: 'Renamed' } });
    expect(renamed.experiment).toMatchObject({ design: { ...begun.design, name: 'Renamed' }, salt: begun.salt });
  });

  it('an old revision is refused', async () => {
    const { experimentId } = await create();
    await update(experimentId, { design: design({ name: 'Two' }), expectedRevision: 1 });
    const late = update(experimentId, { design: design({ name: 'Three' }), expectedRevision: 1 });
    await expect(late).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  });

  it('one test of each kind runs on a funnel (docs/insight.md N13.2)', async () => {
    const [first, second, matching] = [
      await create(),
      await create(),
      await create({
        kind: ExperimentKind.EXPERIMENT_KIND_MATCHING,
        primaryMeasure: ExperimentMeasure.EXPERIMENT_MEASURE_CLICK_RATE,
        arms: [arm('A'), { ...arm('B'), settingsJson: Buffer.from('{"learning":false}') }],
      }),
    ];
    await start(first.experimentId);
    await start(matching.experimentId);
    await expect(start(second.experimentId)).rejects.toMatchObject({ code: 'CONFLICT' });
    await stop(first.experimentId);
    await start(second.experimentId);
  });

  it.each([
    ['/hypothesis', { hypothesis: ' ' }],
    ['/minimumEffect', { minimumEffect: 0 }],
    ['/arms', { arms: [arm('A')] }],
    ['/arms', { arms: [arm('A', 1, 'v'), arm('B', 1, 'v')] }],
    ['/arms/1/versionId', { arms: [arm('A'), arm('B', 1, '')] }],
  ])('does not start without %s (docs/insight.md N13.1, N13.3)', async (path, more) => {
    const { experimentId } = await create(more);
    const expected = { code: 'INVALID_REQUEST', details: [{ path, message: expect.stringMatching(/\.$/) }] };
    await expect(start(experimentId)).rejects.toMatchObject(expected);
  });

  it('compares two or three arms, of which A is the first (docs/insight.md N13.1)', async () => {
    const createArms = (...keys: string[]) => create({ arms: keys.map((key) => arm(key, 1, key)) });
    const refused = (path: string) => ({ code: 'INVALID_REQUEST', details: [expect.objectContaining({ path })] });
    await expect(createArms('A', 'B', 'C', 'D')).rejects.toMatchObject(refused('/arms'));
    await expect(createArms('B', 'A')).rejects.toMatchObject(refused('/arms/0/key'));
    const { experimentId } = await createArms('A', 'B', 'C');
    expect((await start(experimentId)).state).toBe(ExperimentState.EXPERIMENT_STATE_RUNNING);
  });

  it('a test of another company is not found', async () => {
    const { experimentId } = await create({}, 'company-2');
    await expect(start(experimentId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await svc.experiments.listExperiments(page())).experiments).toEqual([]);
  });

  it('the list has the newest first, in pages', async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) ids.unshift((await create({ name })).experimentId);
    const first = await svc.experiments.listExperiments(page({ pageSize: 2 }));
    const second = await svc.experiments.listExperiments(page({ pageSize: 2, pageToken: first.nextPageToken }));
    expect([...first.experiments, ...second.experiments].map(({ experimentId }) => experimentId)).toEqual(ids);
    expect(second.nextPageToken).toBe('');
  });
});

import type { FunnelTest } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { type Experiment, ExperimentEnd, ExperimentKind, ExperimentState, experimentKinds } from '@svc/proto';
import type { Clients } from '../../../clients.js';
import { requiredTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';

type TestClients = Pick<Clients, 'experiments' | 'funnelTests'>;

/** Puts a started test in force. Safe to repeat. */
export async function runTest({ funnelTests }: TestClients, companyId: string, experiment: Experiment): Promise<void> {
  const { funnelId } = requirePart(experiment.design);
  const testJson = Buffer.from(JSON.stringify(toFunnelTest(experiment)));
  await funnelTests.setFunnelTest({ companyId, funnelId, testJson });
}

/** What pages and matches need of a test. */
function toFunnelTest({ experimentId, salt, countTime, design }: Experiment): FunnelTest {
  const { kind, arms } = requirePart(design);
  return {
    ...{ id: experimentId, kind: experimentKinds.toName(kind), salt, countsFrom: requiredTime(countTime) },
    arms: arms.map(({ key, weight, versionId, settingsJson }) => ({
      ...{ key, weight },
      ...(versionId === '' ? {} : { versionId }),
      ...(settingsJson.length > 0 ? { settings: JSON.parse(Buffer.from(settingsJson).toString()) } : {}),
    })),
  };
}

const isRunning = ({ state }: Experiment): boolean =>
  state === ExperimentState.EXPERIMENT_STATE_RUNNING || state === ExperimentState.EXPERIMENT_STATE_DRY_CHECK;

/** The same tests; those that ended because a part of them was published are ended with that time. docs/insight.md N13.8. */
export async function endPublished(
  { experiments, funnelTests }: TestClients,
  companyId: string,
  found: readonly Experiment[],
): Promise<Experiment[]> {
  if (!found.some(isRunning)) return [...found];
  const { tests } = await funnelTests.listFunnelTests({ companyId });
  const ends = new Map(tests.map(({ experimentId, endTime }) => [experimentId, endTime]));
  return Promise.all(
    found.map(async (experiment) => {
      const endTime = ends.get(experiment.experimentId);
      if (!isRunning(experiment) || !endTime) return experiment;
      const { experimentId } = experiment;
      const end = ExperimentEnd.EXPERIMENT_END_PUBLISHED;
      return requirePart((await experiments.stopExperiment({ companyId, experimentId, end, endTime })).experiment);
    }),
  );
}

/**
 * Without ids of visitors, a holdout would never have a unit. docs/insight.md N14.2.
 * @throws ServiceError CONFLICT.
 */
export async function checkVisitorsAreKept(
  { experiments }: Pick<Clients, 'experiments'>,
  {
    companyId,
    experimentId,
    keepsVisitors,
  }: { companyId: string; experimentId: string; keepsVisitors: boolean | undefined },
): Promise<void> {
  if (keepsVisitors) return;
  const { experiment } = await experiments.getExperiment({ companyId, experimentId });
  if (requirePart(requirePart(experiment).design).kind !== ExperimentKind.EXPERIMENT_KIND_HOLDOUT) return;
  throw new ServiceError(
    'CONFLICT',
    'A holdout needs visitors to be recognized: settings.tracking.visitId must be STORAGE, and consent must not be OFF.',
  );
}

import { type Clock, type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import {
  type ExperimentDesign as DesignMessage,
  type Experiment as ExperimentMessage,
  ExperimentServiceService,
  experimentEnds,
  experimentKinds,
  experimentMeasures,
  experimentStates,
} from '@svc/proto';
import { type Experiment, type ExperimentDesign, getState } from '../domain/experiments/experiment.js';
import type { Experiments } from '../usecases/experiments/experiments.js';
import type { loadResults } from '../usecases/experiments/load-results.js';
import { toResultsMessage } from './experiment-results-message.js';

/** Tests of funnels. What clients may send wrong is refused here too, with pointers. */
export function createExperimentService(use: {
  experiments: Experiments;
  loadResults: ReturnType<typeof loadResults>;
  clock: Clock;
}) {
  const { experiments, clock } = use;
  const answer = (experiment: Experiment) => ({ experiment: toMessage(experiment, clock.now()) });
  const handlers: Handlers<typeof ExperimentServiceService> = {
    createExperiment: async ({ companyId, design }) => answer(await experiments.create(companyId, toDesign(design))),
    async listExperiments({ companyId, funnelId, ...page }) {
      const found = await experiments.list(companyId, funnelId, page);
      const now = clock.now();
      return {
        experiments: found.experiments.map((one) => toMessage(one, now)),
        nextPageToken: found.nextPageToken,
      };
    },
    getExperiment: async ({ companyId, experimentId }) => answer(await experiments.get(companyId, experimentId)),
    updateExperiment: async ({ companyId, experimentId, design, archive, expectedRevision }) =>
      answer(
        await experiments.update(
          { companyId, id: experimentId },
          { design: design && toDesign(design), archive, expectedRevision },
        ),
      ),
    startExperiment: async ({ companyId, experimentId, dryCheck, currency }) =>
      answer(await experiments.start({ companyId, id: experimentId }, { isDry: dryCheck, currency })),
    stopExperiment: async ({ companyId, experimentId, end, endTime }) =>
      answer(
        await experiments.stop(
          { companyId, id: experimentId },
          { endReason: experimentEnds.toName(end), endedAt: endTime },
        ),
      ),
    async getExperimentResults({ companyId, experimentId }) {
      const results = await use.loadResults(companyId, experimentId);
      return { experiment: toMessage(results.experiment, results.asOf), results: toResultsMessage(results) };
    },
  };
  return service(ExperimentServiceService, withoutNul(handlers));
}

function toDesign(design: DesignMessage | undefined): ExperimentDesign {
  if (!design) throw new ServiceError('INVALID_REQUEST', 'A design must be given.');
  const { name, funnelId, hypothesis, minimumEffect } = design;
  return {
    ...{ name, funnelId, hypothesis, minimumEffect, kind: experimentKinds.toName(design.kind) },
    primaryMeasure: experimentMeasures.toName(design.primaryMeasure),
    arms: design.arms.map((arm) => ({
      ...{ key: arm.key, name: arm.name, weight: arm.weight, versionId: arm.versionId },
      settingsJson: Buffer.from(arm.settingsJson).toString(),
    })),
  };
}

function toMessage(experiment: Experiment, now: Date): ExperimentMessage {
  const { design, plan, revenueCap, startedAt, countsFrom, endedAt } = experiment;
  return {
    ...{ experimentId: experiment.id, revision: experiment.revision, salt: experiment.salt },
    design: {
      ...design,
      kind: experimentKinds.fromName(design.kind),
      primaryMeasure: experimentMeasures.fromName(design.primaryMeasure),
      arms: design.arms.map(({ settingsJson, ...arm }) => ({ ...arm, settingsJson: Buffer.from(settingsJson) })),
    },
    state: experimentStates.fromName(getState(experiment, now)),
    ...(plan ? { plan: toPlanMessage(plan) } : {}),
    ...(revenueCap === null ? {} : { revenueCap }),
    ...{ currency: experiment.currency, createTime: experiment.createdAt },
    ...(startedAt ? { startTime: startedAt } : {}),
    ...(countsFrom ? { countTime: countsFrom } : {}),
    ...(endedAt ? { endTime: endedAt } : {}),
    end: experimentEnds.fromNullable(experiment.endReason),
  };
}

const toPlanMessage = ({ plannedUnits, unitsPerWeek, days, baseline }: NonNullable<Experiment['plan']>) => ({
  ...{ plannedUnits, unitsPerWeek },
  ...(days === null ? {} : { days }),
  ...(baseline === null ? {} : { baseline }),
});

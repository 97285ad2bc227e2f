import { forCompany, json, ServiceError, unary } from '@svc/kit';
import {
  type ActivateModelRequest,
  type ActivateModelResponse,
  type BuildModelRequest,
  type BuildModelResponse,
  BuildOutcome as BuildOutcomes,
  type GetLearningReportRequest,
  type GetLearningReportResponse,
  type ListModelsRequest,
  type ListModelsResponse,
  type ModelSummary as ModelMessage,
} from '@svc/proto';
import { readLearning } from '../db/funnel-learning.js';
import { listModels } from '../db/funnel-models.js';
import type { BuildOutcome, FunnelKey, LearningState, ModelSummary } from '../domain/funnel-model.js';
import { activateModel } from '../usecases/learning/activate-model.js';
import type { BuildDeps, FinishedBuild } from '../usecases/learning/build-model.js';
import { loadLearningReport, type ReportDeps } from '../usecases/learning/learning-report.js';
import type { Models } from '../usecases/learning/models.js';

/**
 * BuildModel of LearningService. This replica matches with the model when it answers, the others soon after. A caller who
 * leaves does not end the build.
 */
export const buildModelHandler = (deps: {
  knex: BuildDeps['knex'];
  build(key: FunnelKey): Promise<FinishedBuild>;
  models: Pick<Models, 'refresh'>;
}) =>
  unary<BuildModelRequest, BuildModelResponse>(async (key) => {
    const { outcome, reason, version } = await deps.build(key);
    await deps.models.refresh(key.companyId);
    const model = version === null ? undefined : await describe(deps, key, version);
    return { outcome: toOutcome[outcome], reason: reason ?? undefined, model };
  });

/** ListModels of LearningService. */
export const listModelsHandler = (deps: Pick<BuildDeps, 'knex'>) =>
  unary<ListModelsRequest, ListModelsResponse>(async ({ limit, cursor, ...key }) => {
    const before = versionIn(cursor);
    const [state, rows] = await forCompany(deps.knex, key.companyId, async (db) => [
      await readLearning(db, key),
      await listModels(db, key, limit + 1, before),
    ]);
    const page = rows.slice(0, limit);
    return {
      models: page.map((model) => toMessage(model, state)),
      nextCursor: rows.length > limit ? String(page.at(-1)!.version) : undefined,
    };
  });

/** ActivateModel of LearningService. This replica matches with the model when it answers, the others soon after. */
export const activateModelHandler = (deps: Pick<BuildDeps, 'knex' | 'bus'> & { models: Pick<Models, 'refresh'> }) =>
  unary<ActivateModelRequest, ActivateModelResponse>(async ({ model, ...key }) => {
    if (!model) throw new ServiceError('INVALID_REQUEST', 'Name a model, or ask for the latest.');
    const state = await activateModel(deps, key, model.$case === 'version' ? model.value : 'latest');
    await deps.models.refresh(key.companyId);
    return { model: await describe(deps, key, state.activeVersion!) };
  });

/** GetLearningReport of LearningService. */
export const getLearningReportHandler = (deps: ReportDeps) =>
  unary<GetLearningReportRequest, GetLearningReportResponse>(async (key) => ({
    reportJson: json.encode(await loadLearningReport(deps, key)),
  }));

const toOutcome: Record<BuildOutcome, BuildOutcomes> = {
  BUILT: BuildOutcomes.BUILD_OUTCOME_BUILT,
  UNCHANGED: BuildOutcomes.BUILD_OUTCOME_UNCHANGED,
  TOO_FEW_IMPRESSIONS: BuildOutcomes.BUILD_OUTCOME_TOO_FEW_IMPRESSIONS,
  NO_EVENTS: BuildOutcomes.BUILD_OUTCOME_NO_EVENTS,
  NOT_FINITE: BuildOutcomes.BUILD_OUTCOME_NOT_FINITE,
  NOT_PUBLISHED: BuildOutcomes.BUILD_OUTCOME_NOT_PUBLISHED,
  FAILED: BuildOutcomes.BUILD_OUTCOME_FAILED,
};

async function describe({ knex }: Pick<BuildDeps, 'knex'>, key: FunnelKey, version: number) {
  return forCompany(knex, key.companyId, async (db) => {
    const [model] = await listModels(db, key, 1, version + 1);
    return model && toMessage(model, await readLearning(db, key));
  });
}

function toMessage(model: ModelSummary, { activeVersion, pinned }: LearningState): ModelMessage {
  const { builtAt, ...counts } = model;
  const active = model.version === activeVersion;
  return { ...counts, buildTime: builtAt, active, pinned: active && pinned };
}

function versionIn(cursor: string): number | undefined {
  if (cursor === '') return undefined;
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  throw new ServiceError('INVALID_QUERY', 'cursor is a nextCursor of an earlier page.');
}

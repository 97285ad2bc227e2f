import { forCompany, ServiceError, unary } from '@svc/kit';
import {
  type ActivateModelRequest,
  type ActivateModelResponse,
  type BuildModelRequest,
  type BuildModelResponse,
  buildOutcomes,
  type GetLearningReportRequest,
  type GetLearningReportResponse,
  type ListModelsRequest,
  type ListModelsResponse,
  type ModelSummary as ModelMessage,
} from '@svc/proto';
import { readLearning } from '../db/funnel-learning.js';
import { listModels } from '../db/funnel-models.js';
import type { FunnelKey, LearningState, ModelSummary } from '../domain/funnel-model.js';
import { activateModel } from '../usecases/learning/activate-model.js';
import type { BuildDeps, FinishedBuild } from '../usecases/learning/build-model.js';
import { loadLearningReport, type ReportDeps } from '../usecases/learning/learning-report.js';
import type { Models } from '../usecases/learning/models.js';
import { toLearningReportMessage } from './learning-report-message.js';

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
    return { outcome: buildOutcomes.fromName(outcome), reason: reason ?? undefined, model };
  });

/** ListModels of LearningService. */
export const listModelsHandler = (deps: Pick<BuildDeps, 'knex'>) =>
  unary<ListModelsRequest, ListModelsResponse>(async ({ pageSize, pageToken, ...key }) => {
    const before = versionIn(pageToken);
    const [state, rows] = await forCompany(deps.knex, key.companyId, async (db) => [
      await readLearning(db, key),
      await listModels(db, key, pageSize + 1, before),
    ]);
    const page = rows.slice(0, pageSize);
    return {
      models: page.map((model) => toMessage(model, state)),
      nextPageToken: rows.length > pageSize ? String(page.at(-1)!.version) : '',
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
    report: toLearningReportMessage(await loadLearningReport(deps, key)),
  }));

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

function versionIn(pageToken: string): number | undefined {
  if (pageToken === '') return undefined;
  if (/^[1-9]\d{0,8}$/.test(pageToken)) return Number(pageToken);
  throw new ServiceError('INVALID_QUERY', 'cursor is a nextCursor of an earlier page.');
}

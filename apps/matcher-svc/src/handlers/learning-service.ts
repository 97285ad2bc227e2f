import { type Bus, forCompany, type GrpcService, ServiceError, service } from '@svc/kit';
import { buildOutcomes, LearningServiceService, type ModelSummary as ModelMessage } from '@svc/proto';
import type { Knex } from 'knex';
import { readLearning } from '../db/funnel-learning.js';
import { listModels } from '../db/funnel-models.js';
import type { FunnelKey, LearningState, ModelSummary } from '../domain/funnel-model.js';
import { activateModel } from '../usecases/learning/activate-model.js';
import type { FinishedBuild } from '../usecases/learning/build-model.js';
import { loadLearningReport, type ReportDeps } from '../usecases/learning/learning-report.js';
import { toLearningReportMessage } from './learning-report-message.js';

export interface LearningServiceDeps extends ReportDeps {
  bus: Bus;
  /** Builds a model; a caller who leaves does not end the build. */
  build(key: FunnelKey): Promise<FinishedBuild>;
}

/**
 * svc.matcher.v1.LearningService. After BuildModel and ActivateModel this replica matches with the model when it answers, the
 * others soon after.
 */
export function createLearningService(deps: LearningServiceDeps): GrpcService {
  const { db } = deps;
  return service(LearningServiceService, {
    async buildModel(key) {
      const { outcome, reason, version } = await deps.build(key);
      await deps.models.refresh(key.companyId);
      const model = version === null ? undefined : await loadModel(db, key, version);
      return { outcome: buildOutcomes.fromName(outcome), reason: reason ?? undefined, model };
    },

    async listModels({ pageSize, pageToken, ...key }) {
      const before = parsePageToken(pageToken);
      const [state, rows] = await forCompany(db, key.companyId, async (trx) => [
        await readLearning(trx, key),
        await listModels(trx, key, pageSize + 1, before),
      ]);
      const page = rows.slice(0, pageSize);
      return {
        models: page.map((model) => toMessage(model, state)),
        nextPageToken: rows.length > pageSize ? String(page.at(-1)!.version) : '',
      };
    },

    async activateModel({ model, ...key }) {
      if (!model) throw new ServiceError('INVALID_REQUEST', 'model must be a version or the latest.');
      const state = await activateModel(deps, key, model.$case === 'version' ? model.value : 'latest');
      await deps.models.refresh(key.companyId);
      return { model: await loadModel(db, key, state.activeVersion!) };
    },

    async getLearningReport(key) {
      return { report: toLearningReportMessage(await loadLearningReport(deps, key)) };
    },
  });
}

async function loadModel(db: Knex, key: FunnelKey, version: number): Promise<ModelMessage | undefined> {
  return forCompany(db, key.companyId, async (trx) => {
    const [model] = await listModels(trx, key, 1, version + 1);
    return model && toMessage(model, await readLearning(trx, key));
  });
}

function toMessage(model: ModelSummary, { activeVersion, pinned }: LearningState): ModelMessage {
  const { builtAt, ...counts } = model;
  const active = model.version === activeVersion;
  return { ...counts, buildTime: builtAt, active, pinned: active && pinned };
}

function parsePageToken(pageToken: string): number | undefined {
  if (pageToken === '') return undefined;
  if (/^[1-9]\d{0,8}$/.test(pageToken)) return Number(pageToken);
  throw new ServiceError('INVALID_QUERY', 'cursor must be the nextCursor of an earlier page.');
}

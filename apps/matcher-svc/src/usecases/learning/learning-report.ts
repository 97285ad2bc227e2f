import { funnelIn, indexSteps } from '@svc/domain';
import { forCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { readLearning } from '../../db/funnel-learning.js';
import type { FunnelKey } from '../../domain/funnel-model.js';
import { findNumber } from '../../engine/structures/text-table.js';
import { describeModel } from '../../learning/describe-model.js';
import type { LearningReport } from '../../learning/learning-report.js';
import type { Companies } from '../companies/companies.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import type { Models } from './models.js';

export interface ReportDeps {
  db: Knex;
  companies: Companies;
  versions: FunnelVersions;
  models: Models;
}

/**
 * Describes what Funnel AI learned of a funnel, in the company's language, with the options of the published version.
 * @throws ServiceError MATCHER_FAILURE when the company's data is unavailable.
 */
export async function loadLearningReport(deps: ReportDeps, key: FunnelKey): Promise<LearningReport> {
  const { companyId, funnelId } = key;
  const [company, state] = await Promise.all([
    deps.companies.get(companyId),
    forCompany(deps.db, companyId, (trx) => readLearning(trx, key)),
  ]);
  const found = state.activeVersion === null ? null : await deps.models.read(key, state.activeVersion);
  const { states, config, assortment } = company;
  const published = states.funnels.find((funnel) => funnel.funnelId === funnelId)?.publishedVersionId;
  const steps = published ? (await deps.versions.get(companyId, published)).steps : [];
  const isKnown = (variantId: string) => findNumber(assortment.variants, variantId) >= 0;
  const { outcome, reason, endedAt, learnedFrom, pinned } = state;
  return {
    language: states.language.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en',
    enabled: funnelIn(config, funnelId).matching.ai.enabled,
    model: found && {
      version: found.version,
      pinned,
      untilDay: found.model.until,
      days: found.model.days,
      sessions: found.model.sessions,
      impressions: found.model.impressions,
      variants: found.model.variants.length,
    },
    lastBuild:
      outcome && endedAt
        ? { outcome, reason, endedAt: endedAt.toISOString(), ...(learnedFrom ?? { sessions: 0, impressions: 0 }) }
        : null,
    ...(found
      ? describeModel(found.model, indexSteps(steps), states.language, isKnown)
      : { options: [], lifts: [], popular: [] }),
  };
}

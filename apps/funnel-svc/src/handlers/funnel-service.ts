import type { FunnelTest } from '@svc/domain';
import { forCompany, type Handlers, json, ServiceError, service, withoutNul } from '@svc/kit';
import { FunnelServiceService, type RunningTests } from '@svc/proto';
import type { Knex } from 'knex';
import { listAnalysisRetentions } from '../db/analysis-retentions.js';
import { findCompanyState, listCompanyChanges } from '../db/company-changes.js';
import { findVersionOfAnyCompany } from '../db/versions.js';
import type { getFunnel } from '../usecases/get-funnel.js';
import type { resolveOrderKey } from '../usecases/keys/resolve-order-key.js';
import type { resolveSubmission } from '../usecases/pages/resolve-submission.js';
import { toAnalysisSettings } from './to-proto.js';

/** What the public API and the other services read. */
export function createFunnelService(deps: {
  db: Knex;
  getFunnel: ReturnType<typeof getFunnel>;
  resolveSubmission: ReturnType<typeof resolveSubmission>;
  resolveOrderKey: ReturnType<typeof resolveOrderKey>;
}) {
  const { db } = deps;
  const handlers: Handlers<typeof FunnelServiceService> = {
    getFunnel: async (request) => ({ body: await deps.getFunnel(request) }),

    async resolveSubmission(request) {
      const { settings, ...target } = await deps.resolveSubmission(request);
      return { ...target, settings: toAnalysisSettings(settings) };
    },

    resolveOrderKey: ({ apiKeyHash }) => deps.resolveOrderKey(apiKeyHash),

    async getVersion({ versionId }) {
      const version = await findVersionOfAnyCompany(db, versionId);
      if (!version) throw new ServiceError('NOT_FOUND', 'No funnel version with this id.');
      return { versionJson: json.encode(version) };
    },

    async getCompanyState({ companyId }) {
      const state = await forCompany(db, companyId, (trx) => findCompanyState(trx, companyId));
      if (!state) throw new ServiceError('NOT_FOUND', 'No company with this id.');
      return {
        version: state.version,
        language: state.language,
        funnels: state.funnels.map((funnel) => ({
          funnelId: funnel.funnelId,
          subdomain: funnel.subdomain,
          publishedVersionId: funnel.publishedVersionId ?? undefined,
          draftVersionId: funnel.draftVersionId ?? undefined,
          archived: funnel.archived,
          publishTime: funnel.publishedAt ?? undefined,
          ...(funnel.tests.length > 0 ? { runningTests: toRunningTests(funnel.tests) } : {}),
        })),
      };
    },

    listCompanyChanges: ({ cursor }) => listCompanyChanges(db, cursor),

    listAnalysisRetentions: async ({ afterCompanyId }) => ({
      retentions: await listAnalysisRetentions(db, afterCompanyId),
    }),
  };
  return service(FunnelServiceService, withoutNul(handlers));
}

function toRunningTests(tests: readonly FunnelTest[]): RunningTests {
  const matching = tests.find(({ kind }) => kind === 'MATCHING');
  return {
    versionIds: tests.flatMap(({ arms }) => arms.flatMap(({ versionId }) => versionId ?? [])),
    matchingTestJson: matching ? json.encode(matching) : Buffer.alloc(0),
  };
}

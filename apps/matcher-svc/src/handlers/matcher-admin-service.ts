import { forCompany, type GrpcService, type Logger, service } from '@svc/kit';
import { MatcherAdminServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { readConfigJson } from '../db/company-configs.js';
import type { MatchExplanation } from '../engine/explain/match-explanation.js';
import { type ApplyDeps, applyConfig } from '../usecases/config/apply-config.js';
import { findUnknownNames, type NamesDeps } from '../usecases/config/unknown-names.js';
import type { ExplainAnalysisInput } from '../usecases/match/explain-analysis.js';
import type { CheckDeps } from '../usecases/release/check-funnel.js';
import { getTagMatrix, type MatrixDeps } from '../usecases/tagging/get-tag-matrix.js';
import { getTagUsage } from '../usecases/tagging/get-tag-usage.js';
import type { ConfigDocuments } from '../workers/config-document.js';
import { toExplanationMessage } from './explanation-message.js';
import { orMatcherFailure } from './or-matcher-failure.js';
import { toStoredAnalysis } from './stored-analysis.js';
import { streamCheck } from './stream-check.js';

/** svc.matcher.v1.MatcherAdminService: settings of a company, and what they do. */
export function createMatcherAdminService(deps: {
  db: Knex;
  log: Logger;
  documents: ConfigDocuments;
  names: NamesDeps;
  apply: ApplyDeps;
  check: CheckDeps;
  matrix: MatrixDeps;
  explain(input: ExplainAnalysisInput): Promise<MatchExplanation>;
}): GrpcService {
  const { db, log } = deps;
  return service(MatcherAdminServiceService, {
    async prepareConfig(request) {
      const { companyId, names } = request;
      const { unknown, taggingJson, ...prepared } = await deps.documents.prepare(request);
      const found =
        unknown ?? (names && taggingJson && (await findUnknownNames(deps.names, { companyId, names, taggingJson })));
      if (!found) return { ...prepared, similarTags: {}, productCount: 0, namesUnchecked: false };
      return {
        ...prepared,
        unknown: found.unknown,
        similarTags: Object.fromEntries(found.similarTags),
        productCount: found.productCount,
        namesUnchecked: found.unchecked,
      };
    },

    async applyConfig(request) {
      await applyConfig(deps.apply, request);
      return {};
    },

    getConfig: ({ companyId, withoutTagging }) =>
      forCompany(db, companyId, (trx) => readConfigJson(trx, companyId, { withoutTagging })),

    async getTagMatrix({ companyId, funnelId, namespaces, query }) {
      const { matrix, settingsVersion } = await getTagMatrix(deps.matrix, { companyId, funnelId, namespaces, query });
      return { matrixJson: toBuffer(matrix.json), settingsVersion, catalogVersion: matrix.catalogVersion };
    },

    async getTagUsage({ companyId }) {
      return { usageJson: toBuffer(await getTagUsage(deps.matrix, companyId)) };
    },

    checkFunnel: (request, { signal }) => streamCheck(deps.check, request, signal),

    explainMatch: ({ input, variantIds }) =>
      orMatcherFailure(log, async () => {
        const explanation = await deps.explain({ ...toStoredAnalysis(input), variantIds });
        return { explanation: toExplanationMessage(explanation) };
      }),
  });
}

/** Bytes that came from a thread are no Buffer. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

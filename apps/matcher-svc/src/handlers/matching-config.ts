import { forCompany, unary } from '@svc/kit';
import type {
  ApplyConfigRequest,
  ApplyConfigResponse,
  GetConfigRequest,
  GetConfigResponse,
  PrepareConfigRequest,
  PrepareConfigResponse,
} from '@svc/proto';
import type { Knex } from 'knex';
import { readConfigJson } from '../db/company-configs.js';
import type { ConfigDocuments } from '../threads/config-document.js';
import { type ApplyDeps, applyConfig } from '../usecases/config/apply-config.js';
import { findUnknownNames, type NamesDeps } from '../usecases/config/unknown-names.js';

/** PrepareConfig of MatcherAdminService. */
export const prepareConfigHandler = ({ documents, ...deps }: NamesDeps & { documents: ConfigDocuments }) =>
  unary<PrepareConfigRequest, PrepareConfigResponse>(async (request) => {
    const { companyId, names } = request;
    const { changed, unknown, taggingJson } = await documents.prepare(request);
    const found =
      unknown ?? (names && taggingJson && (await findUnknownNames(deps, { companyId, names, taggingJson })));
    if (!found) return { changed, similarTags: {}, productCount: 0, namesUnchecked: false };
    return {
      changed,
      unknown: found.unknown,
      similarTags: Object.fromEntries(found.similarTags),
      productCount: found.productCount,
      namesUnchecked: found.unchecked,
    };
  });

/** ApplyConfig of MatcherAdminService. */
export const applyConfigHandler = (deps: ApplyDeps) =>
  unary<ApplyConfigRequest, ApplyConfigResponse>(async (request) => {
    await applyConfig(deps, request);
    return {};
  });

/** GetConfig of MatcherAdminService. */
export const getConfigHandler = ({ knex }: { knex: Knex }) =>
  unary<GetConfigRequest, GetConfigResponse>(async ({ companyId }) => ({
    configJson: await forCompany(knex, companyId, (db) => readConfigJson(db, companyId)),
  }));

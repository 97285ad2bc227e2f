import type { MatchingConfigPatch } from '@svc/domain';
import { forCompany, json, unary } from '@svc/kit';
import type {
  ApplyConfigRequest,
  ApplyConfigResponse,
  GetConfigRequest,
  GetConfigResponse,
  PrepareConfigRequest,
  PrepareConfigResponse,
} from '@svc/proto';
import type { Knex } from 'knex';
import { readConfig } from '../db/company-configs.js';
import { changedKeys } from '../domain/apply-patch.js';
import { type ApplyDeps, applyConfig } from '../usecases/config/apply-config.js';
import { findUnknownNames, type NamesDeps } from '../usecases/config/unknown-names.js';

/** PrepareConfig of MatcherAdminService. */
export const prepareConfigHandler = ({ knex, ...deps }: NamesDeps & { knex: Knex }) =>
  unary<PrepareConfigRequest, PrepareConfigResponse>(async ({ companyId, patchJson, names, catalogReplaced }) => {
    const { config } = await forCompany(knex, companyId, (db) => readConfig(db, companyId));
    const patch = json.decode<MatchingConfigPatch>(patchJson);
    const changed = changedKeys(config, patch);
    if (!names) return { changed, similarTags: {}, productCount: 0, namesUnchecked: false };
    const tagging = patch.tagging ?? config.tagging;
    const found = await findUnknownNames({ knex, ...deps }, { companyId, names, tagging, catalogReplaced });
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
  unary<ApplyConfigRequest, ApplyConfigResponse>(async ({ companyId, revision, patchJson }) => {
    await applyConfig(deps, { companyId, revision, patch: json.decode<MatchingConfigPatch>(patchJson) });
    return {};
  });

/** GetConfig of MatcherAdminService. */
export const getConfigHandler = ({ knex }: { knex: Knex }) =>
  unary<GetConfigRequest, GetConfigResponse>(async ({ companyId }) => ({
    configJson: json.encode((await forCompany(knex, companyId, (db) => readConfig(db, companyId))).config),
  }));

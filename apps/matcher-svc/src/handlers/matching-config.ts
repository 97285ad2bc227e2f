import type { MatchingConfigPatch } from '@svc/domain';
import { json, unary } from '@svc/kit';
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
import { type ApplyDeps, applyConfig } from '../usecases/apply-config.js';

/** PrepareConfig of MatcherAdminService. */
export const prepareConfigHandler = ({ knex }: { knex: Knex }) =>
  unary<PrepareConfigRequest, PrepareConfigResponse>(async ({ companyId, patchJson }) => {
    const { config } = await readConfig(knex, companyId);
    const changed = changedKeys(config, json.decode<MatchingConfigPatch>(patchJson));
    return { changed, similarTags: {}, productCount: 0 };
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
    configJson: json.encode((await readConfig(knex, companyId)).config),
  }));

import { keepsVisitors } from '@svc/domain';
import {
  type Clock,
  companyNotFound,
  forCompany,
  type Handlers,
  json,
  readPage,
  SEQ_POSITION,
  ServiceError,
  service,
  withoutNul,
} from '@svc/kit';
import { FunnelAdminServiceService } from '@svc/proto';
import type { Knex } from 'knex';
import { listKeys, revokeKey } from '../db/api-keys.js';
import { describeCompanies, findCompany, findCompanyId, listCompanies } from '../db/companies.js';
import { forgetUser } from '../db/forget-user.js';
import { requireFunnelId } from '../db/funnels.js';
import { listFunnels } from '../db/list-funnels.js';
import { findVersionOfFunnel, listVersions } from '../db/versions.js';
import { findFormerSecret } from '../domain/company/company.js';
import { getSettingsFingerprint, toCompanySettings } from '../domain/company/company-settings.js';
import type { exportBlueprint } from '../usecases/apply/export-blueprint.js';
import type { publishDraft } from '../usecases/apply/publish-draft.js';
import type { renameTag } from '../usecases/apply/rename-tag.js';
import type { getSettingsPart } from '../usecases/apply/settings-part.js';
import type { createApiKey } from '../usecases/keys/create-api-key.js';
import type { ApplyDocument, ChangeTaggingDocument } from '../workers/apply-document.js';
import { toApiKey, toFunnelItem, toVersionSummary } from './to-proto.js';

/** Management of companies. The caller has authenticated the client. */
export function createFunnelAdminService(deps: {
  db: Knex;
  clock: Clock;
  applyDocument: ApplyDocument;
  changeTagging: ChangeTaggingDocument;
  renameTag: ReturnType<typeof renameTag>;
  exportBlueprint: ReturnType<typeof exportBlueprint>;
  getSettingsPart: ReturnType<typeof getSettingsPart>;
  createApiKey: ReturnType<typeof createApiKey>;
  publishDraft: ReturnType<typeof publishDraft>;
}) {
  const { db } = deps;
  const loadCompany = async (handle: string) => {
    const companyId = await findCompanyId(db, handle);
    const company = companyId && (await forCompany(db, companyId, (trx) => findCompany(trx, companyId)));
    if (!company) throw companyNotFound();
    return company;
  };
  const handlers: Handlers<typeof FunnelAdminServiceService> = {
    async getCompany({ handle }) {
      const company = await loadCompany(handle);
      return {
        companyId: company.id,
        name: company.name,
        language: company.language,
        currency: company.currency,
        timeZone: company.settings.timeZone,
        keepsVisitors: keepsVisitors(company.settings.tracking),
      };
    },

    listCompanies: (request) =>
      readPage(request, {
        read: (after, limit) => listCompanies(db, after ?? '', limit),
        position: (company) => company.handle,
        isPosition: /^[a-z0-9-]{2,40}$/,
      }),

    describeCompanies: async ({ companyIds }) => ({ items: await describeCompanies(db, companyIds) }),

    async getCompanySettings({ handle }) {
      const company = await loadCompany(handle);
      return {
        settingsJson: json.encode(toCompanySettings(company)),
        fingerprint: getSettingsFingerprint(company),
        formerSecretExpireTime: findFormerSecret(company, deps.clock.now())?.until,
        companyKey: company.companyKey,
      };
    },

    async applyBlueprint({ handle, blueprintJson, ...expected }) {
      return { body: json.encode(await deps.applyDocument(handle, blueprintJson, expected)) };
    },

    async getSettingsPart({ handle, part }) {
      const { content, fingerprint } = await deps.getSettingsPart(handle, part);
      return { partJson: json.encode(content), fingerprint };
    },

    changeTagging: ({ handle, operationsJson }) => deps.changeTagging(handle, operationsJson),

    renameTag: ({ handle, from, to, dryRun }) => deps.renameTag.rename(handle, { from, to, isDryRun: dryRun }),

    async undoTagRename({ handle, rename }) {
      if (!rename) throw new ServiceError('INVALID_REQUEST', 'rename must be given.');
      return { changed: await deps.renameTag.undo(handle, rename) };
    },

    async getBlueprint({ handle }) {
      return { blueprintJson: json.encode(await deps.exportBlueprint(handle)) };
    },

    async createApiKey({ companyId, name, expireTime, scopes, userName, userId }) {
      const request = { name, expiresAt: expireTime ?? null, scopes, createdBy: userName, userId };
      const { key, value } = await deps.createApiKey(companyId, request);
      return { key: toApiKey(key), value };
    },

    async listApiKeys(request) {
      const { items, nextPageToken } = await readPage(request, {
        read: (before, limit) =>
          forCompany(db, request.companyId, (trx) => listKeys(trx, request.companyId, before, limit)),
        position: (key) => key.seq,
        isPosition: SEQ_POSITION,
      });
      return { keys: items.map(toApiKey), nextPageToken };
    },

    async revokeApiKey({ companyId, apiKeyId }) {
      const found = await forCompany(db, companyId, (trx) => revokeKey(trx, companyId, apiKeyId, deps.clock.now()));
      if (!found) throw new ServiceError('NOT_FOUND', 'The company has no key with this id.');
      return {};
    },

    async forgetUser({ userId, userName }) {
      if (userId === '') throw new ServiceError('INVALID_REQUEST', 'userId must be given.');
      await forgetUser(db, userId, userName);
      return {};
    },

    async listFunnels(request) {
      const { companyId, archived } = request;
      const { items, nextPageToken } = await readPage(request, {
        read: (after, limit) =>
          forCompany(db, companyId, (trx) => listFunnels(trx, companyId, { archived, after, limit })),
        position: (funnel) => funnel.seq,
        isPosition: SEQ_POSITION,
      });
      return { items: items.map(toFunnelItem), nextPageToken };
    },

    async describeVersion({ companyId, subdomain, versionId }) {
      const version = await forCompany(db, companyId, async (trx) =>
        findVersionOfFunnel(trx, await requireFunnelId(trx, companyId, subdomain), versionId),
      );
      if (!version) throw new ServiceError('VERSION_NOT_FOUND', 'The funnel has no version with this id.');
      return { version: toVersionSummary(version), stepsJson: json.encode(version.steps) };
    },

    async listVersions(request) {
      const { companyId, subdomain } = request;
      const funnelId = await forCompany(db, companyId, (trx) => requireFunnelId(trx, companyId, subdomain));
      const { items, nextPageToken } = await readPage(request, {
        read: (before, limit) => forCompany(db, companyId, (trx) => listVersions(trx, funnelId, before, limit)),
        position: (version) => version.seq,
        isPosition: SEQ_POSITION,
      });
      return { versions: items.map(toVersionSummary), nextPageToken };
    },

    publishDraft: ({ companyId, subdomain, force }) => deps.publishDraft(companyId, subdomain, { force }),
  };
  return service(FunnelAdminServiceService, withoutNul(handlers));
}

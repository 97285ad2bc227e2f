import { type Handlers, json, ServiceError, service, withoutNul } from '@svc/kit';
import { ReleaseAdminServiceService, type ReplayDraftRequest, type RollBackFunnelRequest } from '@svc/proto';
import type { VersionName } from '../domain/funnel/version-history.js';
import type { getRuleEffects } from '../usecases/release/get-rule-effects.js';
import type { prepareDraft } from '../usecases/release/prepare-draft.js';
import type { replayDraft } from '../usecases/release/replay-draft.js';
import type { rollBackFunnel } from '../usecases/release/roll-back-funnel.js';
import type { rollBackSettings } from '../usecases/release/roll-back-settings.js';
import type { getSettingsVersion, listSettingsVersions } from '../usecases/release/settings-versions.js';

/** Replay before release, and rollback. The caller has authenticated the client. */
export function createReleaseAdminService(deps: {
  replayDraft: ReturnType<typeof replayDraft>;
  prepareDraft: ReturnType<typeof prepareDraft>;
  getRuleEffects: ReturnType<typeof getRuleEffects>;
  rollBackFunnel: ReturnType<typeof rollBackFunnel>;
  rollBackSettings: ReturnType<typeof rollBackSettings>;
  listSettingsVersions: ReturnType<typeof listSettingsVersions>;
  getSettingsVersion: ReturnType<typeof getSettingsVersion>;
}) {
  const handlers: Handlers<typeof ReleaseAdminServiceService> = {
    async replayDraft({ version, ...request }) {
      return { report: await deps.replayDraft({ ...request, version: toReplayedVersion(version) }) };
    },

    prepareDraft: (request) => deps.prepareDraft(request),

    getRuleEffects: (request) => deps.getRuleEffects(request),

    async rollBackFunnel({ companyId, subdomain, version }) {
      if (!version) throw new ServiceError('INVALID_REQUEST', 'The version to roll back to must be named.');
      return deps.rollBackFunnel({ companyId, subdomain, version: toVersionName(version) });
    },

    async rollBackSettings(request) {
      return { body: json.encode(await deps.rollBackSettings(request)) };
    },

    listSettingsVersions: (request) => deps.listSettingsVersions(request),

    async getSettingsVersion({ companyId, version }) {
      return { blueprintJson: await deps.getSettingsVersion(companyId, version) };
    },
  };
  return service(ReleaseAdminServiceService, withoutNul(handlers));
}

const toVersionName = (version: NonNullable<RollBackFunnelRequest['version']>): VersionName =>
  version.$case === 'number' ? { number: version.value } : { id: version.value };

const toReplayedVersion = (version: ReplayDraftRequest['version']): VersionName | 'draft' | undefined =>
  version?.$case === 'draft' ? 'draft' : version && toVersionName(version);

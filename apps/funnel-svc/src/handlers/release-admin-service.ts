import { forCompany, type Handlers, json, readPage, SEQ_POSITION, ServiceError, service, withoutNul } from '@svc/kit';
import {
  type ComparedState as ComparedStateMessage,
  type ListReleasesResponse_Release,
  type PrepareDraftRequest,
  ReleaseAdminServiceService,
  type ReplayDraftRequest,
  type RollBackFunnelRequest,
} from '@svc/proto';
import type { Knex } from 'knex';
import { findLastNumber, listReleases } from '../db/funnel-releases.js';
import type { FunnelRelease } from '../domain/funnel/funnel-release.js';
import type { VersionName } from '../domain/funnel/version-history.js';
import type { ComparedState, compareFunnel } from '../usecases/release/compare-funnel.js';
import type { getRuleEffects } from '../usecases/release/get-rule-effects.js';
import { loadFunnel } from '../usecases/release/load-funnel.js';
import type { StoredName } from '../usecases/release/load-stored-parts.js';
import type { prepareDraft } from '../usecases/release/prepare-draft.js';
import type { releaseFunnel, restoreRelease } from '../usecases/release/release-funnel.js';
import type { replayDraft } from '../usecases/release/replay-draft.js';
import type { rollBackFunnel } from '../usecases/release/roll-back-funnel.js';
import type { rollBackSettings } from '../usecases/release/roll-back-settings.js';
import type { getSettingsVersion, listSettingsVersions } from '../usecases/release/settings-versions.js';

/** Replay before release, and rollback. The caller has authenticated the client. */
export function createReleaseAdminService(deps: {
  db: Knex;
  compareFunnel: ReturnType<typeof compareFunnel>;
  releaseFunnel: ReturnType<typeof releaseFunnel>;
  restoreRelease: ReturnType<typeof restoreRelease>;
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
      const named = { ...request, version: toReplayedVersion(version), stored: toStoredName(version) };
      return { report: await deps.replayDraft(named) };
    },

    prepareDraft: ({ stored, ...request }) => deps.prepareDraft({ ...request, stored: toStoredName(stored) }),

    async compareFunnel({ from, to, ...request }) {
      const states = { from: toComparedState(from), to: toComparedState(to) };
      const { comparison, ...unnamed } = await deps.compareFunnel({ ...request, ...states });
      return { body: json.encode(comparison), ...unnamed };
    },

    async releaseFunnel({ source, ...request }) {
      if (!source) throw new ServiceError('INVALID_REQUEST', 'What is released must be named.');
      const named = source.$case === 'revision' ? { revision: source.value } : { draftId: source.value };
      return { outcome: await deps.releaseFunnel({ ...request, source: named }) };
    },

    restoreRelease: async (request) => ({ outcome: await deps.restoreRelease(request) }),

    async listReleases(request) {
      const { companyId, subdomain } = request;
      const { funnelId, last } = await forCompany(deps.db, companyId, async (db) => {
        const { id } = await loadFunnel(db, companyId, subdomain);
        return { funnelId: id, last: await findLastNumber(db, id) };
      });
      const { items, nextPageToken } = await readPage(request, {
        read: (before, limit) => forCompany(deps.db, companyId, (db) => listReleases(db, funnelId, before, limit)),
        position: ({ number }) => String(number),
        isPosition: SEQ_POSITION,
      });
      return { releases: items.map((release) => toRelease(release, last)), nextPageToken };
    },

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

function toReplayedVersion(version: ReplayDraftRequest['version']): VersionName | 'draft' | undefined {
  if (!version || version.$case === 'edit' || version.$case === 'release') return undefined;
  return version.$case === 'draft' ? 'draft' : toVersionName(version);
}

function toStoredName(name: PrepareDraftRequest['stored'] | ReplayDraftRequest['version']): StoredName | undefined {
  if (name?.$case === 'edit') return 'edit';
  return name?.$case === 'release' ? { release: name.value } : undefined;
}

function toComparedState(message: ComparedStateMessage | undefined): ComparedState {
  const state = message?.state;
  if (!state) throw new ServiceError('INVALID_REQUEST', 'Two states must be named.');
  if (state.$case === 'versionId') return { versionId: state.value };
  return state.$case === 'release' ? { release: state.value } : state.$case;
}

const toRelease = (release: FunnelRelease, last: number): ListReleasesResponse_Release => ({
  number: release.number,
  version: release.version,
  createTime: release.releasedAt,
  settingsVersion: release.settingsVersion ?? undefined,
  note: release.note,
  userName: release.userName,
  restored: release.restored,
  inForce: release.number === last,
});

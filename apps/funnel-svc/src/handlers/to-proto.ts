import type { AnalysisSettings } from '@svc/domain';
import {
  type ApiKey,
  type FunnelVersionSummary,
  type AnalysisSettings as ProtoAnalysisSettings,
  VersionState,
} from '@svc/proto';
import type { ApiKeyRecord } from '../db/api-keys.js';
import type { VersionSummary } from '../db/versions.js';

const VERSION_STATES = {
  DRAFT: VersionState.VERSION_STATE_DRAFT,
  PUBLISHED: VersionState.VERSION_STATE_PUBLISHED,
  SUPERSEDED: VersionState.VERSION_STATE_SUPERSEDED,
  DISCARDED: VersionState.VERSION_STATE_DISCARDED,
} as const;

export function toApiKey(key: ApiKeyRecord): ApiKey {
  return {
    id: key.id,
    name: key.name,
    lastFour: key.lastFour,
    scopes: key.scopes,
    createTime: key.createdAt,
    expireTime: key.expiresAt ?? undefined,
    lastUsedTime: key.lastUsedAt ?? undefined,
    revokeTime: key.revokedAt ?? undefined,
  };
}

export function toVersionSummary(version: VersionSummary): FunnelVersionSummary {
  return {
    id: version.id,
    number: version.number,
    state: VERSION_STATES[version.state],
    createTime: version.createdAt,
    publishTime: version.publishedAt ?? undefined,
  };
}

export const toAnalysisSettings = ({ colorTaxonomy, selfie }: AnalysisSettings): ProtoAnalysisSettings => ({
  colorTaxonomy,
  requireSelfieConsent: selfie.requireConsent,
  undertoneFromSelfie: selfie.undertone,
});

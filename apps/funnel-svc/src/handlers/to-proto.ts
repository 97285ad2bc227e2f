import type { AnalysisSettings, DeliveryTargets } from '@svc/domain';
import {
  type ApiKey,
  colorTaxonomies,
  crmKinds,
  type FunnelVersionSummary,
  type ListFunnelsResponse_Item,
  type AnalysisSettings as ProtoAnalysisSettings,
  type DeliveryTargets as ProtoDeliveryTargets,
  type FunnelEditSummary as ProtoFunnelEditSummary,
  versionStates,
} from '@svc/proto';
import type { ApiKeyRecord } from '../db/api-keys.js';
import type { FunnelSummary } from '../db/list-funnels.js';
import type { VersionSummary } from '../db/versions.js';
import type { FunnelEditSummary } from '../domain/funnel/funnel-edit.js';

export function toApiKey(key: ApiKeyRecord): ApiKey {
  return {
    id: key.id,
    name: key.name,
    lastFour: key.lastFour,
    scopes: key.scopes,
    createTime: key.createdAt,
    userName: key.createdBy ?? '',
    expireTime: key.expiresAt ?? undefined,
    lastUsedTime: key.lastUsedAt ?? undefined,
    revokeTime: key.revokedAt ?? undefined,
  };
}

export function toVersionSummary(version: VersionSummary): FunnelVersionSummary {
  return {
    id: version.id,
    number: version.number,
    state: versionStates.fromName(version.state),
    createTime: version.createdAt,
    publishTime: version.publishedAt ?? undefined,
  };
}

export const toFunnelItem = (funnel: FunnelSummary): ListFunnelsResponse_Item => ({
  id: funnel.id,
  subdomain: funnel.subdomain,
  name: funnel.name,
  host: funnel.host ?? undefined,
  paused: funnel.paused,
  published: funnel.published ? toVersionSummary(funnel.published) : undefined,
  draft: funnel.draft ? toVersionSummary(funnel.draft) : undefined,
  edit: funnel.edit ? toEditSummary(funnel.edit) : undefined,
});

export const toEditSummary = ({ revision, updatedAt, updatedBy }: FunnelEditSummary): ProtoFunnelEditSummary => ({
  revision,
  updateTime: updatedAt,
  updatedBy,
});

export const toAnalysisSettings = ({ colorTaxonomy, selfie }: AnalysisSettings): ProtoAnalysisSettings => ({
  colorTaxonomy: colorTaxonomies.fromNullable(colorTaxonomy),
  requireSelfieConsent: selfie.requireConsent,
  undertoneFromSelfie: selfie.undertone,
});

export const toDeliveryTargets = ({ webhook, crm }: DeliveryTargets): ProtoDeliveryTargets => ({
  webhook: webhook ?? undefined,
  crm: crm ? { ...crm, kind: crmKinds.fromName(crm.kind) } : undefined,
});

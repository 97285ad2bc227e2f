import type {
  CompanySettings,
  CrmAccount,
  FunnelEditParts,
  FunnelMatching,
  Problem,
  Step,
  WebhookEndpoint,
} from '@svc/domain';

/** Rows of schema `funnel` as pg returns them: bigint as text, timestamptz as Date. Columns: see the migrations. */

export interface CompanyRow {
  id: string;
  handle: string;
  name: string;
  language: string;
  currency: string;
  company_key: string;
  domains: string[];
  settings: CompanySettings;
  webhook: WebhookEndpoint | null;
  former_webhook_secret: string | null;
  former_webhook_secret_until: Date | null;
  crm: CrmAccount | null;
  revision: string;
  version: string;
}

export interface FunnelRow {
  id: string;
  company_id: string;
  subdomain: string;
  host: string | null;
  name: string;
  value: string | null;
  paused: boolean;
  archived_at: Date | null;
  published_version_id: string | null;
  draft_version_id: string | null;
}

export type VersionStateName = 'DRAFT' | 'PUBLISHED' | 'SUPERSEDED' | 'DISCARDED';

export interface FunnelVersionRow {
  seq: string;
  id: string;
  company_id: string;
  funnel_id: string;
  number: number;
  state: VersionStateName;
  steps: Step[];
  content_digest: Buffer;
  given_digest: Buffer;
  created_at: Date;
  published_at: Date | null;
}

export interface FunnelEditRow {
  funnel_id: string;
  company_id: string;
  revision: string;
  base_version_id: string | null;
  drafted_revision: string | null;
  parts: FunnelEditParts;
  has_settings: boolean;
  problems: Problem[];
  warnings: Problem[];
  updated_at: Date;
  updated_by: string;
  updated_by_id: string | null;
}

export interface PictureRow {
  seq: string;
  company_id: string;
  hash: Buffer;
  width: number;
  height: number;
  size_bytes: number;
  created_at: Date;
  content: Buffer;
}

export interface FunnelReleaseRow {
  funnel_id: string;
  number: string;
  company_id: string;
  version_id: string;
  restored: string | null;
  note: string;
  released_at: Date;
  released_by: string;
  released_by_id: string | null;
  settings_version: string | null;
  settings: FunnelMatching | null;
}

export interface ApiKeyRow {
  seq: string;
  id: string;
  company_id: string;
  name: string;
  last_four: string;
  scopes: string[];
  created_at: Date;
  created_by: string | null;
  created_by_id: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export type Participant = 'matcher' | 'catalog';

export interface BlueprintDeliveryRow {
  company_id: string;
  participant: Participant;
  revision: string;
  payload: unknown;
}

import type { Role } from '@svc/domain';
import type { AuditActorKind, AuditOutcome } from '../domain/audit-kinds.js';

/** Rows of schema `identity` as pg returns them: bigint as text, timestamptz as Date. Columns: see the migrations. */

export interface UserRow {
  id: string;
  email: string;
  email_key: string;
  name: string;
  locale: string;
  password_hash: string | null;
  password_changed_at: Date | null;
  totp_secret: Buffer | null;
  totp_confirmed_at: Date | null;
  totp_last_step: string;
  is_platform_admin: boolean;
  state: 'ACTIVE' | 'DISABLED';
  created_at: Date;
  last_sign_in_at: Date | null;
}

export interface SessionRow {
  token_hash: Buffer;
  id: string;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  authenticated_at: Date;
  factors: string[];
  awaits_factor: boolean;
  factor_attempts: number;
  idle_until: Date;
  ends_at: Date;
  revoked_at: Date | null;
  must_renew: boolean;
  user_agent: string;
  network: string;
}

export interface ManagementTokenRow {
  seq: string;
  id: string;
  token_hash: Buffer;
  company_id: string;
  user_id: string;
  role: Role;
  name: string;
  last_four: string;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export interface MembershipRow {
  company_id: string;
  user_id: string;
  role: Role;
  created_at: Date;
  created_by: string | null;
}

export interface InvitationRow {
  seq: string;
  id: string;
  company_id: string | null;
  company_name: string;
  email: string;
  email_key: string;
  role: Role | null;
  locale: string;
  token_hash: Buffer;
  state: 'PENDING' | 'ACCEPTED' | 'REVOKED';
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  accepted_by: string | null;
  sent_count: number;
  last_sent_at: Date;
}

export interface PolicyRow {
  company_id: string;
  may_invite: boolean;
  require_two_factor: boolean;
  editors_may_publish: boolean;
}

export interface AuditEntryRow {
  company_id: string | null;
  seq: string;
  id: string;
  recorded_at: Date;
  actor_kind: AuditActorKind;
  actor_id: string | null;
  subject_id: string | null;
  action: string;
  targets: string[];
  request_id: string;
  network: string;
  previous_hash: Buffer;
  hash: Buffer;
}

export interface AuditOutcomeRow {
  company_id: string | null;
  seq: string;
  entry_id: string;
  recorded_at: Date;
  outcome: AuditOutcome;
  error: string | null;
  subject_id: string | null;
  targets: string[];
  changed: string[];
  /** Path, former value and new value of each change in turn. */
  changes: (string | null)[] | null;
  previous_hash: Buffer;
  hash: Buffer;
}

export interface AuditHeadRow {
  company_id: string | null;
  seq: string;
  hash: Buffer;
  recorded_at: Date;
}

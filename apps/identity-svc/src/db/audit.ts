import { type Db, LOCK_TIMEOUT_MS, type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';
import type { ChainRecord } from '../domain/audit-chain.js';
import { type AuditChange, toStoredChanges } from '../domain/audit-changes.js';
import type { AuditActorKind, AuditOutcome } from '../domain/audit-kinds.js';
import type { AuditEntryRow, AuditHeadRow, AuditOutcomeRow } from './tables.js';

/** What is about to be done. `subject`: finds the user whom it concerns; what is not the user's id is not stored. */
export interface Intent {
  id: string;
  /** Null: the platform. */
  companyId: string | null;
  actorKind: AuditActorKind;
  actorId: string | null;
  subject: { id?: string; emailKey?: string; sessionHash?: Buffer; resetHash?: Buffer };
  action: string;
  /** As name=id. */
  targets: readonly string[];
  requestId: string;
  network: string;
}

export interface Outcome {
  entryId: string;
  companyId: string | null;
  outcome: AuditOutcome;
  error: string | null;
  subjectId: string | null;
  targets: readonly string[];
  changed: readonly string[];
  changes: readonly AuditChange[];
}

const APPEND_ENTRY: PreparedStatement = {
  name: 'append-audit-entry',
  text: `select append_audit_entry($1, $2, $3, coalesce($4,
             (select id from users where email_key = $5),
             (select user_id from sessions where token_hash = $6),
             (select s.user_id from former_session_tokens f join sessions s on s.id = f.session_id where f.token_hash = $6),
             (select user_id from reset_tokens where token_hash = $7)), $8, $9, $10, $11)`,
};

const APPEND_OUTCOME: PreparedStatement = {
  name: 'append-audit-outcome',
  text: 'select append_audit_outcome($1, $2, $3, $4, $5, $6, $7::text[])',
};

/** Outside of a company the setting is an empty text. */
const toSetting = (companyId: string | null): string => companyId ?? '';

/** Appends to the chain of the company, in one round trip. Repeating it changes nothing. */
export async function appendEntry(db: Knex, intent: Intent): Promise<void> {
  const { id, actorKind, actorId, subject, action, targets, requestId, network } = intent;
  await runPreparedForCompany(db, toSetting(intent.companyId), APPEND_ENTRY, [
    ...[id, actorKind, actorId],
    ...[subject.id ?? null, subject.emailKey ?? null, subject.sessionHash ?? null, subject.resetHash ?? null],
    ...[action, targets, requestId, network],
  ]);
}

/** The same for an outcome; the first one of an entry counts. */
export async function appendOutcome(db: Knex, outcome: Outcome): Promise<void> {
  const { entryId, error, subjectId, targets, changed } = outcome;
  const changes = toStoredChanges(outcome.changes);
  await runPreparedForCompany(db, toSetting(outcome.companyId), APPEND_OUTCOME, [
    ...[entryId, outcome.outcome, error, subjectId, targets, changed, changes],
  ]);
}

export interface AuditFilter {
  actorId?: string | undefined;
  actorKind?: AuditActorKind | undefined;
  /** An action, or what stands before its slash. */
  action?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

/** An entry with its outcome, and with users as they are called now. */
export interface FoundEntry extends Omit<AuditEntryRow, 'company_id' | 'previous_hash' | 'hash'> {
  outcome: AuditOutcome | null;
  /** No outcome was recorded in time. */
  is_overdue: boolean;
  error: string | null;
  outcome_targets: string[] | null;
  changed: string[] | null;
  changes: (string | null)[] | null;
  ended_at: Date | null;
  actor_name: string | null;
  actor_email: string | null;
  subject_name: string | null;
  subject_email: string | null;
}

/** The times leave out the months that cannot have it: no action takes a day. */
const OUTCOME_OF_ENTRY = `left join audit_outcomes as o on o.entry_id = e.id
  and o.recorded_at >= e.recorded_at and o.recorded_at < e.recorded_at + interval '1 day'`;

/** Entries of the company of the transaction, newest first, before a place in the chain. */
export async function listEntries(
  db: Db,
  companyId: string | null,
  filter: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<FoundEntry[]> {
  const { actorId, actorKind, action, from, until } = filter;
  const query = db('audit_entries as e')
    .joinRaw(OUTCOME_OF_ENTRY)
    .leftJoin('users as a', 'a.id', 'e.actor_id')
    .joinRaw('left join users as s on s.id = coalesce(o.subject_id, e.subject_id)')
    .where('e.company_id', companyId)
    .orderBy('e.seq', 'desc')
    .limit(limit)
    .select<FoundEntry[]>(
      ...['e.seq', 'e.id', 'e.recorded_at', 'e.actor_kind', 'e.actor_id', 'e.action', 'e.targets', 'e.request_id'],
      ...['e.network', 'o.outcome', 'o.error', 'o.changed', 'o.changes'],
      db.raw("o.entry_id is null and e.recorded_at < clock_timestamp() - interval '5 minutes' as is_overdue"),
      db.raw('coalesce(o.subject_id, e.subject_id) as subject_id'),
      { outcome_targets: 'o.targets', ended_at: 'o.recorded_at' },
      { actor_name: 'a.name', actor_email: 'a.email', subject_name: 's.name', subject_email: 's.email' },
    );
  if (before !== undefined) query.where('e.seq', '<', before);
  if (actorKind !== undefined) query.where('e.actor_kind', actorKind);
  if (from !== undefined) query.where('e.recorded_at', '>=', from);
  if (until !== undefined) query.where('e.recorded_at', '<', until);
  if (action !== undefined) query.whereRaw("? in (e.action, split_part(e.action, '/', 1))", [action]);
  if (actorId !== undefined) {
    query.whereRaw(
      "? = case e.actor_kind when 'ANONYMOUS' then coalesce(o.subject_id, e.subject_id) else e.actor_id end",
      [actorId],
    );
  }
  return query;
}

/** The head of the chain of the company of the transaction, and whether its record is older than the log keeps. */
export async function findHead(
  db: Db,
  companyId: string | null,
): Promise<(AuditHeadRow & { is_expired: boolean }) | undefined> {
  return db('audit_heads')
    .where('company_id', companyId)
    .first<AuditHeadRow & { is_expired: boolean }>(
      '*',
      db.raw("recorded_at < clock_timestamp() - interval '400 days' as is_expired"),
    );
}

/** Records of the chain after a place in it, in its order. */
export async function readChain(
  db: Db,
  companyId: string | null,
  after: number,
  limit: number,
): Promise<ChainRecord[]> {
  const read = <Row>(table: string) =>
    db(table).where('company_id', companyId).where('seq', '>', after).orderBy('seq').limit(limit) as unknown as Promise<
      Row[]
    >;
  const [entries, outcomes] = [
    await read<AuditEntryRow>('audit_entries'),
    await read<AuditOutcomeRow>('audit_outcomes'),
  ];
  return [...entries.map(toEntryRecord), ...outcomes.map(toOutcomeRecord)]
    .sort((a, b) => a.seq - b.seq)
    .slice(0, limit);
}

const toEntryRecord = (row: AuditEntryRow): ChainRecord => ({
  seq: Number(row.seq),
  values: [
    ...['entry', row.company_id, row.seq, row.id, row.recorded_at.toISOString(), row.actor_kind, row.actor_id],
    ...[row.subject_id, row.action, row.targets, row.request_id, row.network],
  ],
  previousHash: row.previous_hash,
  hash: row.hash,
});

const toOutcomeRecord = (row: AuditOutcomeRow): ChainRecord => ({
  seq: Number(row.seq),
  values: [
    ...['outcome', row.company_id, row.seq, row.entry_id, row.recorded_at.toISOString(), row.outcome, row.error],
    ...[row.subject_id, row.targets, row.changed],
    // Earlier releases recorded no values, and their hashes cover none.
    ...(row.changes === null ? [] : [row.changes]),
  ],
  previousHash: row.previous_hash,
  hash: row.hash,
});

/** Makes the partitions of this month and the next one. Appending makes one that is missing, so this only saves it the time. */
export async function createAuditPartitions(db: Db): Promise<void> {
  await db.raw("select create_audit_partitions(now()), create_audit_partitions(now() + interval '1 month')");
}

/**
 * Drops the months whose last record is older than 400 days. Stops waiting for the lock after a second, because appending is blocked
 * meanwhile; the next run retries.
 * @throws Error 55P03 in that case.
 */
export async function deleteOldAudit(db: Knex): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await trx.raw('select delete_old_audit()');
  });
}

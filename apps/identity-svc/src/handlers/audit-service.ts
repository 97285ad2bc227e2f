import { getProcessMetrics, type Handlers, readPage, SEQ_POSITION, service, withoutNul } from '@svc/kit';
import {
  type AuditChange as AuditChangeMessage,
  type AuditEntry,
  AuditServiceService,
  type AuditTarget,
  type AuditUser,
  auditActorKinds,
  auditOutcomes,
  type RecordIntentRequest,
} from '@svc/proto';
import type { FoundEntry, Intent } from '../db/audit.js';
import { type AuditChange, fromStoredChanges } from '../domain/audit-changes.js';
import { toEmailKey } from '../domain/email.js';
import { toNetwork } from '../domain/network.js';
import type { audit } from '../usecases/audit.js';

/** The audit log. The caller, which knows who does what, writes it and authorizes its readers. */
export function createAuditService(use: ReturnType<typeof audit>) {
  const handlers: Handlers<typeof AuditServiceService> = {
    async recordIntent(request) {
      const { subject } = request;
      const invitation = subject?.$case === 'invitationHash' ? Buffer.from(subject.value) : undefined;
      const companyId = await use.recordIntent(
        {
          id: request.entryId,
          companyId: request.companyId || null,
          actorKind: auditActorKinds.toName(request.actorKind),
          actorId: request.actorId || null,
          subject: toSubject(subject),
          action: request.action,
          targets: request.targets.map(toText),
          requestId: request.requestId,
          network: toNetwork(request.source),
        },
        invitation,
      );
      return { companyId: companyId ?? '' };
    },

    async recordOutcome(request) {
      const outcome = auditOutcomes.toName(request.outcome);
      await use.recordOutcome({
        entryId: request.entryId,
        companyId: request.companyId || null,
        outcome,
        error: request.error || null,
        subjectId: request.subjectId || null,
        targets: request.targets.map(toText),
        changed: request.changed,
        changes: request.changes.map(({ path, before = null, after = null }) => ({ path, before, after })),
      });
      if (outcome === 'UNKNOWN') getProcessMetrics()?.count('svc_audit_unknown_total', {});
      return {};
    },

    async listAuditEntries(request) {
      const filter = {
        actorId: request.actorId || undefined,
        actorKind: auditActorKinds.toNullable(request.actorKind) ?? undefined,
        action: request.action || undefined,
        from: request.fromTime,
        until: request.untilTime,
      };
      const { items, nextPageToken } = await readPage(request, {
        read: (before, limit) => use.list(request.companyId || null, filter, before, limit),
        position: (entry) => entry.seq,
        isPosition: SEQ_POSITION,
      });
      return { entries: items.map(toEntryMessage), nextPageToken };
    },

    async verifyAuditChain({ companyId, knownHead }) {
      const known = knownHead && { seq: knownHead.number, hash: Buffer.from(knownHead.hash) };
      const { count, first, head, problems } = await use.verify(companyId || null, known);
      return {
        recordCount: count,
        firstNumber: first,
        ...(head ? { head: { number: head.seq, hash: head.hash } } : {}),
        problems: problems.map(({ seq, message }) => ({ number: seq, message })),
      };
    },
  };
  return service(AuditServiceService, withoutNul(handlers));
}

function toSubject(subject: RecordIntentRequest['subject']): Intent['subject'] {
  switch (subject?.$case) {
    case 'subjectId':
      return { id: subject.value };
    case 'subjectEmail':
      return { emailKey: toEmailKey(subject.value) };
    case 'subjectSessionHash':
      return { sessionHash: Buffer.from(subject.value) };
    case 'subjectResetHash':
      return { resetHash: Buffer.from(subject.value) };
    default:
      return {};
  }
}

const toText = ({ name, id }: AuditTarget): string => `${name}=${id}`;

function toTarget(text: string): AuditTarget {
  const end = text.indexOf('=');
  return { name: text.slice(0, end), id: text.slice(end + 1) };
}

const toUser = (id: string | null, name: string | null, email: string | null): AuditUser | undefined =>
  id === null ? undefined : { id, ...(name === null ? {} : { name }), ...(email === null ? {} : { email }) };

const toChangeMessage = ({ path, before, after }: AuditChange): AuditChangeMessage => ({
  path,
  ...(before === null ? {} : { before }),
  ...(after === null ? {} : { after }),
});

function toEntryMessage(row: FoundEntry): AuditEntry {
  const actor = toUser(row.actor_id, row.actor_name, row.actor_email);
  const subject = toUser(row.subject_id, row.subject_name, row.subject_email);
  return {
    id: row.id,
    number: Number(row.seq),
    recordTime: row.recorded_at,
    actorKind: auditActorKinds.fromName(row.actor_kind),
    ...(actor ? { actor } : {}),
    ...(subject ? { subject } : {}),
    action: row.action,
    targets: [...row.targets, ...(row.outcome_targets ?? [])].map(toTarget),
    requestId: row.request_id,
    network: row.network,
    outcome: auditOutcomes.fromNullable(row.outcome ?? (row.is_overdue ? 'UNKNOWN' : null)),
    ...(row.error === null ? {} : { error: row.error }),
    changed: row.changed ?? [],
    changes: fromStoredChanges(row.changes).map(toChangeMessage),
    ...(row.ended_at ? { endTime: row.ended_at } : {}),
  };
}

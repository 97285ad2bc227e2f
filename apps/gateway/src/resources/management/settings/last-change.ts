import type { ErrorDetail } from '@svc/kit';
import { AuditActorKind, type AuditEntry, AuditOutcome } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';

/** Entries of an action that are looked through. */
const PAGE_SIZE = 10;
/** What changes a part besides its own route: a whole file, and earlier settings. */
const OTHER_ACTIONS = ['blueprint.write/applyBlueprint', 'settings.write/rollbackSettings'];

/**
 * Who changed a part last, and when, by the audit log, as details of an error: `/changedAt`, and `/changedBy` if it was a user that there
 * still is. Empty while the log cannot be read: the error is sent nevertheless.
 * @param options.action - of the part's own route.
 * @param options.requestId - of the request that is refused; it is in the log too.
 */
export async function describeLastChange(
  { audit }: Pick<Clients, 'audit'>,
  options: { companyId: string; action: string; part: string; requestId: string },
): Promise<ErrorDetail[]> {
  const { companyId, action, part, requestId } = options;
  const list = (name: string) =>
    audit.listAuditEntries(
      {
        ...{ companyId, actorId: '', actorKind: AuditActorKind.AUDIT_ACTOR_KIND_UNSPECIFIED },
        ...{ action: name, pageSize: PAGE_SIZE, pageToken: '' },
      },
      { timeoutMs: TIMEOUT_MS.audit },
    );
  try {
    const pages = await Promise.all([action, ...OTHER_ACTIONS].map(list));
    const [newest] = pages
      .flatMap(({ entries }) => entries)
      .filter((entry) => entry.requestId !== requestId && hasChanged(entry, part))
      .sort((a, b) => toMs(b) - toMs(a));
    if (!newest?.recordTime) return [];
    const by = newest.actor?.name;
    return [
      ...(by ? [{ path: '/changedBy', message: by }] : []),
      { path: '/changedAt', message: newest.recordTime.toISOString() },
    ];
  } catch {
    return [];
  }
}

const toMs = ({ recordTime }: AuditEntry): number => recordTime?.getTime() ?? 0;

const hasChanged = ({ outcome, changed }: AuditEntry, part: string): boolean =>
  outcome === AuditOutcome.AUDIT_OUTCOME_OK && changed.includes(part);

import { getProcessMetrics, type Logger, runDetached, ServiceError } from '@svc/kit';
import type { RecordIntentRequest, RecordOutcomeRequest } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../clients.js';
import { createCompanyIds, type FindCompanyId } from './company-ids.js';

/** An entry without its outcome. */
export interface OpenEntry {
  readonly entryId: string;
  readonly companyId: string;
}

export type Ending = Omit<RecordOutcomeRequest, keyof OpenEntry>;

/** Writes the audit log. docs/identity.md I11. */
export interface AuditLog {
  readonly findCompanyId: FindCompanyId;
  /** Records what is about to be done. Fails with UNAVAILABLE. */
  begin(intent: RecordIntentRequest): Promise<OpenEntry>;
  /** Records how it ended, after the response. An entry whose outcome cannot be written counts as UNKNOWN. */
  end(entry: OpenEntry, ending: Ending): void;
  /** Records an action that was refused before it began, after the response. */
  recordRefused(createIntent: () => Promise<RecordIntentRequest>, ending: Ending): void;
  /** True once a minute for a subject: for what strangers could record without bound. */
  isFirstInMinute(subject: string): boolean;
  /** Resolves when everything that has begun is recorded. */
  settled(): Promise<void>;
}

const PARTS = ['entry', 'outcome'] as const;
type Part = (typeof PARTS)[number];

/** For operators. docs/metrics.md. */
export const countUnrecorded = (part: Part): void => getProcessMetrics()?.count('svc_audit_unrecorded_total', { part });

const MINUTE_MS = 60_000;
const MAX_SUBJECTS = 10_000;

export function createAuditLog({
  clients,
  log,
}: {
  clients: Pick<Clients, 'audit' | 'funnelAdmin'>;
  log: Logger;
}): AuditLog {
  const writes = new Set<Promise<void>>();
  const subjects = new Map<string, number>();
  const options = { timeoutMs: TIMEOUT_MS.audit };
  // An alert compares with an earlier value, so the first one needs a zero before it.
  for (const part of PARTS) getProcessMetrics()?.count('svc_audit_unrecorded_total', { part }, 0);

  /** Without the deadline and the cancellation of the request, which has been answered. */
  function runAfterwards(part: Part, fields: object, work: () => Promise<unknown>): void {
    const write = runDetached(() =>
      work().then(
        () => undefined,
        (error: unknown) => {
          countUnrecorded(part);
          log.warn({ err: error, ...fields }, `an ${part} of the audit log was not recorded`);
        },
      ),
    ).finally(() => writes.delete(write));
    writes.add(write);
  }

  async function begin(intent: RecordIntentRequest): Promise<OpenEntry> {
    const { companyId } = await clients.audit.recordIntent(intent, options);
    return { entryId: intent.entryId, companyId };
  }

  return {
    findCompanyId: createCompanyIds(clients),

    async begin(intent) {
      try {
        return await begin(intent);
      } catch (error) {
        throw new ServiceError(
          'UNAVAILABLE',
          'Nothing was done, because the audit log cannot be written. Please try again.',
          {
            cause: error,
          },
        );
      }
    },

    end(entry, ending) {
      const { outcome, error } = ending;
      runAfterwards('outcome', { ...entry, outcome, error }, () =>
        clients.audit.recordOutcome({ ...entry, ...ending }, options),
      );
    },

    recordRefused(createIntent, ending) {
      runAfterwards('entry', { error: ending.error }, async () => {
        const entry = await begin(await createIntent());
        await clients.audit.recordOutcome({ ...entry, ...ending }, options);
      });
    },

    isFirstInMinute(subject) {
      const now = Date.now();
      if ((subjects.get(subject) ?? 0) > now) return false;
      if (subjects.size >= MAX_SUBJECTS) for (const [key, endsAt] of subjects) if (endsAt <= now) subjects.delete(key);
      if (subjects.size >= MAX_SUBJECTS) return false;
      subjects.set(subject, now + MINUTE_MS);
      return true;
    },

    settled: async () => void (await Promise.all(writes)),
  };
}

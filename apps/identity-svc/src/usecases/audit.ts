import { chooseForReading, forCompany, setCompany } from '@svc/kit';
import type { Knex } from 'knex';
import {
  type AuditFilter,
  appendEntry,
  appendOutcome,
  type FoundEntry,
  findHead,
  type Intent,
  listEntries,
  type Outcome,
  readChain,
} from '../db/audit.js';
import { findInvitationByToken } from '../db/invitations.js';
import { ChainCheck, type ChainHead, type ChainProblem } from '../domain/audit-chain.js';

/** Records that are read at a time while a chain is verified. */
const BATCH = 2_000;

export interface Verification {
  count: number;
  first: number;
  head: ChainHead | undefined;
  problems: ChainProblem[];
}

/** The audit log. docs/identity.md I11. */
export function audit(db: Knex) {
  return {
    /** @param invitationHash - of an invitation whose company the entry belongs to. @returns the company of the entry. */
    async recordIntent(given: Intent, invitationHash: Buffer | undefined): Promise<string | null> {
      const invitation = invitationHash && (await findInvitationByToken(db, invitationHash));
      const intent = invitation
        ? {
            ...given,
            companyId: invitation.company_id,
            targets: [...given.targets, `invitationId=${invitation.id}`],
          }
        : given;
      await appendEntry(db, intent);
      return intent.companyId;
    },

    recordOutcome: (outcome: Outcome): Promise<void> => appendOutcome(db, outcome),

    async list(
      companyId: string | null,
      filter: AuditFilter,
      before: string | undefined,
      limit: number,
    ): Promise<FoundEntry[]> {
      const read = (trx: Knex.Transaction) => listEntries(trx, companyId, filter, before, limit);
      const reader = await chooseForReading(db);
      return companyId === null ? reader.transaction(read) : forCompany(reader, companyId, read);
    },

    /** Computes the chain of a company again, as it is when the verification begins. @param known - an earlier head. */
    async verify(companyId: string | null, known: ChainHead | undefined): Promise<Verification> {
      const reader = await chooseForReading(db);
      return reader.transaction(
        async (trx) => {
          if (companyId !== null) await setCompany(trx, companyId);
          const head = await findHead(trx, companyId);
          const check = new ChainCheck(known);
          let records = await readChain(trx, companyId, 0, BATCH);
          while (records.length > 0) {
            for (const record of records) check.add(record);
            records = await readChain(trx, companyId, check.last?.seq ?? 0, BATCH);
          }
          const end = head && { seq: Number(head.seq), hash: head.hash };
          check.finish(end, head?.is_expired ?? false);
          return { count: check.count, first: check.first, head: end, problems: check.problems };
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      );
    },
  };
}

import { randomUUID } from 'node:crypto';
import { forCompany, type PreparedStatement, runPreparedForCompany, writePrepared } from '@svc/kit';
import type { Knex } from 'knex';

/** Routes that take an Idempotency-Key; part of a record's scope. */
export type IdempotentRoute = 'POST /api/v1/analyses' | 'POST /api/analyses';

/** Scope of a record: company and route, not the API key. docs/reliability.md R1.5. */
export interface KeyScope {
  companyId: string;
  route: IdempotentRoute;
  /** SHA-256 of the Idempotency-Key. */
  keyHash: Buffer;
}

/** A valid claim. Only its holder may finish or release the record. */
export interface ClaimedKey extends KeyScope {
  token: string;
}

export type StoredRecord =
  | { state: 'running' | 'done'; fingerprint: Buffer; response: Buffer | null }
  | { state: 'erased'; fingerprint: null; response: null };

/** Duration of a claim in seconds; longer than the deadline of a create. docs/contract.md C10. */
export const LEASE_SECONDS = 15;

const CLAIM: PreparedStatement = {
  name: 'claim-idempotency-key',
  text: `
    insert into idempotency_keys as record (company_id, key_hash, route, fingerprint, state, token, lease_until)
    values ($1, $2, $3, $4, 'running', $5, now() + $6 * interval '1 second')
    on conflict (company_id, key_hash, route) do update
      set token = excluded.token, lease_until = excluded.lease_until
      where record.state = 'running' and record.lease_until < now() and record.fingerprint = excluded.fingerprint`,
};

const FIND_RECORD: PreparedStatement = {
  name: 'find-idempotency-record',
  text: `
    select state, fingerprint, response from idempotency_keys
    where company_id = $1 and key_hash = $2 and route = $3`,
};

/**
 * Claims a key: inserts a record, or takes over one whose lease ended, if its body is the same. Leases are measured by the
 * clock of the database, so that replicas with different clocks agree.
 * @returns undefined when another request holds or has finished the record; `findRecord` returns it.
 */
export async function claimKey(db: Knex, scope: KeyScope, fingerprint: Buffer): Promise<ClaimedKey | undefined> {
  const token = randomUUID();
  const { companyId, keyHash, route } = scope;
  const values = [companyId, keyHash, route, fingerprint, token, LEASE_SECONDS];
  const { rowCount } = await writePrepared(db, companyId, CLAIM, values);
  return rowCount === 1 ? { ...scope, token } : undefined;
}

/** The record of a key; undefined when there is none. */
export async function findRecord(db: Knex, scope: KeyScope): Promise<StoredRecord | undefined> {
  const values = [scope.companyId, scope.keyHash, scope.route];
  const { rows } = await runPreparedForCompany<StoredRecord>(db, scope.companyId, FIND_RECORD, values);
  return rows[0];
}

/**
 * The update that finishes a claimed record, to be joined with the insert of the analysis. Its parameters, after
 * `offset` others: company, key hash, route, token, response, analysis id.
 */
export const MARK_DONE = (offset: number): string => `
  update idempotency_keys set state = 'done', response = $${offset + 5}, analysis_id = $${offset + 6}
  where company_id = $${offset + 1} and key_hash = $${offset + 2} and route = $${offset + 3}
    and token = $${offset + 4} and state = 'running'`;

/**
 * The insert of a finished record, to be joined with the insert of the analysis; inserts nothing when the key has a record. Its
 * parameters, after `offset` others: company, key hash, route, fingerprint, response, analysis id.
 */
export const INSERT_DONE = (offset: number): string => `
  insert into idempotency_keys (company_id, key_hash, route, fingerprint, response, analysis_id, state, token, lease_until)
  values ($${offset + 1}, $${offset + 2}, $${offset + 3}, $${offset + 4}, $${offset + 5}, $${offset + 6},
          'done', gen_random_uuid(), now())
  on conflict do nothing`;

/** Releases a claim, so that a corrected body may use the key. Has no effect on a claim that was lost or finished. */
export async function releaseKey(db: Knex, claim: ClaimedKey): Promise<void> {
  await forCompany(db, claim.companyId, (trx) =>
    trx('idempotency_keys')
      .where({ company_id: claim.companyId, key_hash: claim.keyHash, route: claim.route })
      .where({ token: claim.token, state: 'running' })
      .delete(),
  );
}

import type { DeliveryTargetName } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { DeliveryEndpoint } from '../delivery.js';

/** A company's target. */
export interface EndpointKey {
  companyId: string;
  target: DeliveryTargetName;
}

/** State of an endpoint. Times are those of the database's clock. */
export interface EndpointState {
  disabledReason: DeliveryEndpoint['disabledReason'];
  disabledAt: Date | null;
  failingSince: Date | null;
  /** Remaining pause that the endpoint asked for, in milliseconds; 0: none. */
  throttledMs: number;
}

/** State with the fingerprint of the endpoint that it belongs to. */
export interface KnownEndpoint extends EndpointState {
  fingerprint: Buffer;
}

const COLUMNS = `disabled_reason as "disabledReason", disabled_at as "disabledAt", failing_since as "failingSince",
  greatest(0, coalesce(ceil(extract(epoch from throttled_until - now()) * 1000), 0))::int as "throttledMs"`;

/** The stored state of an endpoint; undefined: it never failed. */
export async function findEndpoint(db: Db, { companyId, target }: EndpointKey): Promise<KnownEndpoint | undefined> {
  const { rows } = await db.raw<{ rows: KnownEndpoint[] }>(
    `select ${COLUMNS}, fingerprint from delivery_endpoints where company_id = ? and target = ?`,
    [companyId, target],
  );
  return rows[0];
}

/** Records a successful attempt. */
export async function recordSuccess(db: Db, { companyId, target }: EndpointKey, fingerprint: Buffer): Promise<void> {
  await db.raw(
    `update delivery_endpoints set failing_since = null, throttled_until = null
      where company_id = ? and target = ? and fingerprint = ? and (failing_since is not null or throttled_until is not null)`,
    [companyId, target, fingerprint],
  );
}

/**
 * Records a failed attempt. Disables the endpoint when it responded with 410, or when every attempt has failed for too long.
 * @returns the state after the attempt; undefined: the stored state is that of another address or secret, and stays as it is.
 */
export async function recordFailure(
  db: Db,
  { companyId, target }: EndpointKey,
  failure: { fingerprint: Buffer; isGone: boolean; throttleMs: number; failedForTooLongMs: number },
): Promise<EndpointState | undefined> {
  const { rows } = await db.raw<{ rows: EndpointState[] }>(
    `insert into delivery_endpoints as e
       (company_id, target, fingerprint, failing_since, throttled_until, disabled_at, disabled_reason)
     values (:companyId, :target, :fingerprint, now(), now() + :throttle * interval '1 millisecond',
       case when :isGone then now() end, case when :isGone then 'GONE' end)
     on conflict (company_id, target) do update set
       throttled_until = greatest(e.throttled_until, excluded.throttled_until),
       failing_since = coalesce(e.failing_since, now()),
       disabled_at = case
         when :isGone or e.failing_since <= now() - :tooLong * interval '1 millisecond' then coalesce(e.disabled_at, now())
         else e.disabled_at end,
       disabled_reason = case when e.disabled_reason is not null then e.disabled_reason
         when :isGone then 'GONE'
         when e.failing_since <= now() - :tooLong * interval '1 millisecond' then 'FAILED_FOR_TOO_LONG' end
       where e.fingerprint = excluded.fingerprint
     returning ${COLUMNS}`,
    {
      companyId,
      target,
      fingerprint: failure.fingerprint,
      isGone: failure.isGone,
      throttle: failure.throttleMs,
      tooLong: failure.failedForTooLongMs,
    },
  );
  return rows[0];
}

/**
 * Deletes the state of an endpoint, which enables it.
 * @param fingerprint - delete only the state of this endpoint.
 * @returns whether the endpoint was disabled.
 */
export async function resetEndpoint(
  db: Db,
  { companyId, target }: EndpointKey,
  fingerprint?: Buffer,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { wasOff: boolean }[] }>(
    `delete from delivery_endpoints
      where company_id = :companyId and target = :target and fingerprint = coalesce(:fingerprint::bytea, fingerprint)
      returning disabled_at is not null as "wasOff"`,
    { companyId, target, fingerprint: fingerprint ?? null },
  );
  return rows[0]?.wasOff ?? false;
}

/** Number of disabled endpoints of all companies. Served by delivery_endpoints_disabled_idx. */
export async function countDisabled(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    'select count(*)::int as count from all_delivery_endpoints where disabled_at is not null',
  );
  return rows[0]?.count ?? 0;
}

/** Lists disabled endpoints, page by page. Served by delivery_endpoints_disabled_idx. */
export async function listDisabled(
  db: Db,
  after: EndpointKey | undefined,
  limit: number,
): Promise<(EndpointKey & { fingerprint: Buffer })[]> {
  const { rows } = await db.raw<{ rows: (EndpointKey & { fingerprint: Buffer })[] }>(
    `select company_id as "companyId", target, fingerprint from all_delivery_endpoints
      where disabled_at is not null and (company_id, target) > (?, ?) order by company_id, target limit ?`,
    [after?.companyId ?? '', after?.target ?? '', limit],
  );
  return rows;
}

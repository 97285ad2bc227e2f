import type { Db } from '@svc/kit';

/**
 * Postpones a pending delivery without counting an attempt.
 * @param delayMs - null: until its endpoint is enabled.
 * @param error - the reason; undefined keeps the stored one.
 * @returns when it is due; undefined: it is no longer pending, or waits for its endpoint.
 */
export async function postponeDelivery(
  db: Db,
  id: string,
  delayMs: number | null,
  error?: string,
): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { at: Date | null }[] }>(
    `update deliveries
        set next_attempt_at = date_trunc('milliseconds', now() + :delay::bigint * interval '1 millisecond'),
            last_error = coalesce(:error, last_error)
      where id = :id and state = 'PENDING' returning next_attempt_at as at`,
    { id, delay: delayMs, error: error ?? null },
  );
  return rows[0]?.at ?? undefined;
}

/** Ends a pending delivery without an attempt. */
export async function killDelivery(db: Db, id: string, error: string): Promise<void> {
  await db.raw(
    `update deliveries set state = 'DEAD', last_error = ?, next_attempt_at = null, finished_at = now()
      where id = ? and state = 'PENDING'`,
    [error, id],
  );
}

import type { Db } from '@svc/kit';

/**
 * A pending delivery is looked at again after the pause, without an attempt that counts; null: when its endpoint is switched on.
 * @param error - why; undefined: what is known stays.
 * @returns when; undefined: it is not pending any more, or waits for its endpoint.
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

import type { Db } from '@svc/kit';

/** An attempt that has begun: what is to be sent. */
export interface BegunAttempt {
  /** From 1. */
  number: number;
  body: string;
}

/**
 * Hands out the body of a pending delivery, and notes until when it may be on its way: an erasure that comes now waits for that.
 * Undefined: there is nothing to be sent any more.
 */
export async function beginAttempt(db: Db, id: string, withinMs: number): Promise<BegunAttempt | undefined> {
  const { rows } = await db.raw<{ rows: BegunAttempt[] }>(
    `update deliveries set attempts = attempts + 1, sending_until = now() + ? * interval '1 millisecond'
      where id = ? and state = 'PENDING' and body is not null
      returning attempts as number, body`,
    [withinMs, id],
  );
  return rows[0];
}

/** Nothing of the attempt is on its way any more. */
export async function endAttempt(db: Db, id: string, number: number): Promise<void> {
  await db.raw('update deliveries set sending_until = null where id = ? and attempts = ?', [id, number]);
}

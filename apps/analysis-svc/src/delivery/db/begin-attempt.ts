import type { Db } from '@svc/kit';

/** A started attempt and the body to send. */
export interface BegunAttempt {
  /** From 1. */
  number: number;
  body: string;
}

/**
 * Starts an attempt: returns the body of a pending delivery and stores until when it may be sending, so that an erasure
 * waits for it. Undefined: the delivery is no longer pending.
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

/** Stores that the attempt is no longer sending. */
export async function endAttempt(db: Db, id: string, number: number): Promise<void> {
  await db.raw('update deliveries set sending_until = null where id = ? and attempts = ?', [id, number]);
}

import type { Db } from '@svc/kit';

/** A started attempt and the body to send. */
export interface BegunAttempt {
  /** From 1. */
  number: number;
  body: string;
  /** False: an earlier attempt may be sending, too. Only a redelivery starts one before the earlier one has ended. */
  isAlone: boolean;
}

/**
 * Starts an attempt: returns the body of a pending delivery and stores until when it may be sending, so that an erasure
 * waits for it. That time begins when the row is locked, not with the transaction, which may have waited for it. Undefined: the
 * delivery is no longer pending.
 */
export async function beginAttempt(db: Db, id: string, withinMs: number): Promise<BegunAttempt | undefined> {
  const { rows } = await db.raw<{ rows: BegunAttempt[] }>(
    `with before as (
       select id, redeliveries > 0 and coalesce(sending_until > now(), false) as is_sending
         from deliveries where id = ? for update
     )
     update deliveries set attempts = attempts + 1, sending_until = clock_timestamp() + ? * interval '1 millisecond'
       from before where deliveries.id = before.id and state = 'PENDING' and body is not null
     returning attempts as number, body, not is_sending as "isAlone"`,
    [id, withinMs],
  );
  return rows[0];
}

/** Whether the end of an attempt is the end of sending. If not, the delivery counts as sending until `sending_until`. */
export const ENDS_SENDING = ':isAlone and attempts = :number';

/** Stores that the attempt is no longer sending. */
export async function endAttempt(db: Db, id: string, { number, isAlone }: BegunAttempt): Promise<void> {
  await db.raw(`update deliveries set sending_until = null where id = :id and ${ENDS_SENDING}`, {
    id,
    number,
    isAlone,
  });
}

import type { Db } from '@svc/kit';

/** Keeps the body of a delivery: it stays the same over all attempts. Changes nothing if there is one, or if it is over. */
export async function storeBody(db: Db, id: string, body: string): Promise<void> {
  await db.raw(`update deliveries set body = ? where id = ? and body is null and state = 'PENDING'`, [body, id]);
}

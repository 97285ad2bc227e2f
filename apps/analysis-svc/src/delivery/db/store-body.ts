import type { Db } from '@svc/kit';

/** Stores the body of a delivery, so that all attempts send the same bytes. No effect if it has a body or is finished. */
export async function storeBody(db: Db, id: string, body: string): Promise<void> {
  await db.raw(`update deliveries set body = ? where id = ? and body is null and state = 'PENDING'`, [body, id]);
}

import type { Db } from '@svc/kit';

/**
 * Deletes the attempts of the given deliveries, which may contain the data that was sent. Must run in the transaction that
 * erases the deliveries, after their rows were cleared: an attempt that ends later finds the cleared row and writes nothing.
 */
export async function eraseAttempts(trx: Db, deliveryIds: readonly string[]): Promise<void> {
  await trx.raw('delete from delivery_attempts where delivery_id = any(?::text[])', [deliveryIds as string[]]);
}

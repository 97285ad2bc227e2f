import type { Db } from '@svc/kit';

/**
 * Deletes the log of the given deliveries, which may repeat what endpoints were sent. Called in the transaction that erases
 * them, after their rows were emptied: an attempt that ends later finds that, and leaves nothing.
 */
export async function eraseAttempts(transaction: Db, deliveryIds: readonly string[]): Promise<void> {
  await transaction.raw('delete from delivery_attempts where delivery_id = any(?::text[])', [deliveryIds as string[]]);
}

import { type Clock, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { type StoredRefund, storeRefund } from '../db/refunds.js';
import type { RefusalCounter } from './count-refusal.js';

/**
 * Stores a refund. The same refund again changes nothing. It may arrive before its order, and is deducted once that is known.
 * @returns whether its order is known.
 * @throws ServiceError IDEMPOTENCY_CONFLICT
 */
export function recordRefund({ db, clock, refusals }: { db: Knex; clock: Clock; refusals: RefusalCounter }) {
  return (companyId: string, refund: StoredRefund): Promise<{ isOrderKnown: boolean }> =>
    refusals.during(companyId, 'REFUND', async () => {
      const { known, isOrderKnown } = await storeRefund(db, companyId, refund, clock.now());
      if (known !== undefined && known !== refund.digest) {
        throw new ServiceError(
          'IDEMPOTENCY_CONFLICT',
          `Refund ${JSON.stringify(refund.refundId)} is stored with other contents. A further refund must have an id of its own.`,
        );
      }
      return { isOrderKnown };
    });
}

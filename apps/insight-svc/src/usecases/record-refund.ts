import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findOrder, lockKey } from '../db/orders.js';
import { findRefund, type StoredRefund, saveRefund } from '../db/refunds.js';
import type { RefusalCounter } from './count-refusal.js';

/**
 * Stores a refund. The same refund again changes nothing. It may arrive before its order, and is deducted once that is known.
 * @returns whether its order is known.
 * @throws ServiceError IDEMPOTENCY_CONFLICT
 */
export function recordRefund({ db, clock, refusals }: { db: Knex; clock: Clock; refusals: RefusalCounter }) {
  return (companyId: string, refund: StoredRefund): Promise<{ isOrderKnown: boolean }> =>
    refusals.during(companyId, 'REFUND', () =>
      forCompany(db, companyId, async (trx) => {
        const { refundId, orderId } = refund;
        await lockKey(trx, companyId, `refund ${refundId}`);
        const known = await findRefund(trx, companyId, refundId);
        if (known === undefined) await saveRefund(trx, companyId, refund, clock.now());
        else if (known !== refund.digest) {
          throw new ServiceError(
            'IDEMPOTENCY_CONFLICT',
            `Refund ${JSON.stringify(refundId)} is stored with other contents. A further refund must have an id of its own.`,
          );
        }
        return { isOrderKnown: (await findOrder(trx, companyId, orderId)) !== undefined };
      }),
    );
}

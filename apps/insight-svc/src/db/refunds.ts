import { type PreparedStatement, writePrepared } from '@svc/kit';
import type { Knex } from 'knex';
import { formatMoney, type Money } from '../domain/attribution/money.js';
import { toLockOfKey } from './orders.js';
import { toJson } from './to-json.js';

export interface StoredRefund {
  refundId: string;
  orderId: string;
  digest: string;
  refundedAt: Date;
  /** Their ids differ. */
  lines: { lineId: string; amount: Money }[];
}

/** The function's body is in `schema.sql` of this service, made by the migration `20261127210000_store_orders_in_one_call.ts`. */
const STORE: PreparedStatement = {
  name: 'store-refund',
  text: 'select known_content, is_order_known from store_refund($1, $2::jsonb)',
};

/**
 * Stores a refund that is not known, in one call, which shares its commit with those of others.
 * @returns the content of the refund that is known under this id, and whether its order is known.
 */
export async function storeRefund(
  db: Knex,
  companyId: string,
  { refundId, orderId, digest, refundedAt, lines }: StoredRefund,
  receivedAt: Date,
): Promise<{ known: string | undefined; isOrderKnown: boolean }> {
  const { rows } = await writePrepared<{ known_content: Buffer | null; is_order_known: boolean }>(
    db,
    companyId,
    STORE,
    [
      toLockOfKey(companyId, `refund ${refundId}`),
      toJson(
        lines.map(({ lineId, amount }) => ({
          ...{ company_id: companyId, refund_key: refundId, line_key: lineId, order_key: orderId },
          ...{ content_hash: Buffer.from(digest, 'hex'), refunded_at: refundedAt, amount: formatMoney(amount) },
          received_at: receivedAt,
        })),
      ),
    ],
  );
  return { known: rows[0]?.known_content?.toString('hex'), isOrderKnown: rows[0]?.is_order_known === true };
}

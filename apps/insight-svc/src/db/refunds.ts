import type { Knex } from 'knex';
import { formatMoney, type Money } from '../domain/attribution/money.js';

export interface StoredRefund {
  refundId: string;
  orderId: string;
  digest: string;
  refundedAt: Date;
  /** Their ids differ. */
  lines: { lineId: string; amount: Money }[];
}

/** The content of a known refund. */
export async function findRefund(
  trx: Knex.Transaction,
  companyId: string,
  refundId: string,
): Promise<string | undefined> {
  const row = await trx('refunds')
    .where({ company_id: companyId, refund_key: refundId })
    .first<{ content_hash: Buffer } | undefined>('content_hash');
  return row?.content_hash.toString('hex');
}

export async function saveRefund(
  trx: Knex.Transaction,
  companyId: string,
  { refundId, orderId, digest, refundedAt, lines }: StoredRefund,
  receivedAt: Date,
): Promise<void> {
  await trx('refunds').insert(
    lines.map(({ lineId, amount }) => ({
      ...{ company_id: companyId, refund_key: refundId, line_key: lineId, order_key: orderId },
      ...{ content_hash: Buffer.from(digest, 'hex'), refunded_at: refundedAt, amount: formatMoney(amount) },
      received_at: receivedAt,
    })),
  );
}

import { lockName, type PreparedStatement, writePrepared } from '@svc/kit';
import type { Knex } from 'knex';
import type { LineAttribution } from '../domain/attribution/attribute-order.js';
import type { Arrival } from '../domain/attribution/decide-arrival.js';
import { formatMoney, type Money } from '../domain/attribution/money.js';
import { onCreditedLine } from './on-credited-line.js';
import { toJson } from './to-json.js';
import type { UnexplainedRow } from './unexplained-analyses.js';

/** An order as it is stored. */
export interface StoredOrder extends Arrival {
  orderId: string;
  orderedAt: Date;
  currency: string;
  totalsIncludeTax: boolean;
  /** null: the shopper never used the chat. */
  hadChat: boolean | null;
  windowDays: number;
  namesUnknownAnalysesOnly: boolean;
  unreadAnalyses: number;
  /** Of a unit of a holdout; null: not known, or none. */
  visitorHash: Buffer | null;
  lines: StoredLine[];
}

export interface StoredLine {
  lineId: string;
  variantId: string;
  productId: string | null;
  /** The catalog did not have the variant. */
  isForeign: boolean;
  quantity: number;
  price: Money;
  amount: Money;
  attribution:
    | (Pick<LineAttribution, 'rule' | 'proof' | 'place'> & { analysisHash: Buffer; funnelId: string | null })
    | null;
}

/** A line that is credited to an analysis with proof. */
export interface ConfirmedLine {
  lineId: string;
  variantId: string;
  analysisIdHash: Buffer;
}

/** Serializes what arrives under one id of a company, until the end of the transaction. */
export const lockKey = (trx: Knex.Transaction, companyId: string, key: string): Promise<void> =>
  lockName(trx, toLockOfKey(companyId, key));

export const toLockOfKey = (companyId: string, key: string): string => JSON.stringify([companyId, key]);

/** Kind and content of a known order. */
export async function findOrder(
  trx: Knex.Transaction,
  companyId: string,
  orderId: string,
): Promise<Arrival | undefined> {
  const row = await trx('orders')
    .where({ company_id: companyId, order_key: orderId })
    .first<{ kind: Arrival['kind']; content_hash: Buffer } | undefined>('kind', 'content_hash');
  return row && { kind: row.kind, digest: row.content_hash.toString('hex') };
}

/** The visitor that a known order was stored with. */
export async function findOrderVisitor(
  trx: Knex.Transaction,
  companyId: string,
  orderId: string,
): Promise<Buffer | null> {
  const row = await trx('orders')
    .where({ company_id: companyId, order_key: orderId })
    .first<{ visitor_hash: Buffer | null } | undefined>('visitor_hash');
  return row?.visitor_hash ?? null;
}

/** Names the visitor of an order that has none. */
export async function nameOrderVisitor(
  trx: Knex.Transaction,
  companyId: string,
  orderId: string,
  visitorHash: Buffer,
): Promise<void> {
  await trx('orders')
    .where({ company_id: companyId, order_key: orderId, visitor_hash: null })
    .update({ visitor_hash: visitorHash });
}

/** An order as rows of its tables. */
function toRows(companyId: string, order: StoredOrder, receivedAt: Date) {
  const key = { company_id: companyId, order_key: order.orderId };
  return {
    order: {
      ...key,
      kind: order.kind,
      content_hash: Buffer.from(order.digest, 'hex'),
      ordered_at: order.orderedAt,
      currency: order.currency,
      totals_include_tax: order.totalsIncludeTax,
      had_chat: order.hadChat,
      window_days: order.windowDays,
      names_unknown_analyses_only: order.namesUnknownAnalysesOnly,
      unread_analyses: order.unreadAnalyses,
      visitor_hash: order.visitorHash,
      received_at: receivedAt,
    },
    lines: order.lines.map(({ lineId, variantId, productId, isForeign, quantity, price, amount }) => ({
      ...key,
      ...{ line_key: lineId, variant_id: variantId, product_id: productId, is_foreign: isForeign, quantity },
      ...{ price: formatMoney(price), amount: formatMoney(amount) },
    })),
    credits: order.lines.flatMap(({ lineId, attribution }) => {
      if (!attribution) return [];
      const { analysisHash, funnelId, rule, proof, place } = attribution;
      return {
        ...key,
        ...{ line_key: lineId, analysis_hash: analysisHash, funnel_id: funnelId, rule, proof },
        ...{ tabs: place && [...place.tabs], rules: place && [...place.rules] },
      };
    }),
  };
}

/** Stores an order in place of the one with this id, if there is one. */
export async function saveOrder(
  trx: Knex.Transaction,
  companyId: string,
  order: StoredOrder,
  receivedAt: Date,
): Promise<void> {
  const rows = toRows(companyId, order, receivedAt);
  await trx('orders').where({ company_id: companyId, order_key: order.orderId }).delete();
  await trx('orders').insert(rows.order);
  await trx('order_lines').insert(rows.lines);
  if (rows.credits.length > 0) await trx('attributions').insert(rows.credits);
}

/** The function's body is in `schema.sql` of this service, made by the migration `20261127210000_store_orders_in_one_call.ts`. */
const STORE: PreparedStatement = {
  name: 'store-order',
  text: 'select store_order($1, $2::bytea[], $3::jsonb, $4::jsonb, $5::jsonb, $6::jsonb) as is_stored',
};

/**
 * Stores an order that is not known, in one call, which shares its commit with those of other orders.
 * @param named - hashes of the analyses that it names.
 * @returns false: nothing was stored, since there is an order with this id, or an analysis that it names was erased.
 */
export async function storeNewOrder(
  db: Knex,
  companyId: string,
  order: StoredOrder,
  {
    named,
    unexplained,
    receivedAt,
  }: { named: readonly Buffer[]; unexplained: readonly UnexplainedRow[]; receivedAt: Date },
): Promise<boolean> {
  const rows = toRows(companyId, order, receivedAt);
  const { rows: answers } = await writePrepared<{ is_stored: boolean }>(db, companyId, STORE, [
    ...[toLockOfKey(companyId, `order ${order.orderId}`), named],
    ...[toJson([rows.order]).slice(1, -1), toJson(rows.lines), toJson(rows.credits), toJson(unexplained)],
  ]);
  return answers[0]?.is_stored === true;
}

/** Lines of an order that are credited with proof, in the order of `listConfirmedLines`. */
export const toConfirmedLines = ({ lines }: Pick<StoredOrder, 'lines'>): ConfirmedLine[] =>
  lines
    .flatMap(({ lineId, variantId, attribution }) =>
      attribution?.proof === 'CONFIRMED' ? { lineId, variantId, analysisIdHash: attribution.analysisHash } : [],
    )
    .sort((a, b) => Buffer.compare(Buffer.from(a.lineId), Buffer.from(b.lineId)));

/** Lines of an order that are credited with proof, by the bytes of their ids. */
export async function listConfirmedLines(
  trx: Knex.Transaction,
  companyId: string,
  orderId: string,
): Promise<ConfirmedLine[]> {
  const rows = await trx('attributions')
    .join('order_lines', onCreditedLine)
    .where({ 'attributions.company_id': companyId, 'attributions.order_key': orderId, proof: 'CONFIRMED' })
    .orderBy('attributions.line_key')
    .select<{ line_key: string; variant_id: string; analysis_hash: Buffer }[]>(
      'attributions.line_key',
      'variant_id',
      'analysis_hash',
    );
  return rows.map(({ line_key, variant_id, analysis_hash }) => ({
    lineId: line_key,
    variantId: variant_id,
    analysisIdHash: analysis_hash,
  }));
}

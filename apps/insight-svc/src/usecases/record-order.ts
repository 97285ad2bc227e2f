import { type Clock, forCompany, getProcessMetrics, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { listErased } from '../db/erasures.js';
import { hashVisitor, isExposed } from '../db/exposures.js';
import {
  type ConfirmedLine,
  findOrder,
  findOrderVisitor,
  listConfirmedLines,
  lockKey,
  nameOrderVisitor,
  type StoredLine,
  type StoredOrder,
  saveOrder,
  storeNewOrder,
  toConfirmedLines,
} from '../db/orders.js';
import { saveUnexplained, toUnexplained, type UnexplainedRow } from '../db/unexplained-analyses.js';
import { computeLineAmounts } from '../domain/attribution/amounts.js';
import { attributeOrder, type KnownAnalysis, type LineAttribution } from '../domain/attribution/attribute-order.js';
import { type Arrival, decideArrival } from '../domain/attribution/decide-arrival.js';
import type { Order, OrderLine } from '../domain/attribution/order.js';
import type { RefusalCounter } from './count-refusal.js';
import { firstTryAt } from './explain-later.js';

/** An order that arrives. */
export interface ReceivedOrder extends Arrival {
  orderId: string;
  currency: string;
  totalsIncludeTax: boolean;
  hadChat: boolean | null;
  order: Omit<Order, 'lines'> & { lines: readonly (OrderLine & { productId: string | null })[] };
  /** Analyses of the company that it names, by id. */
  analyses: ReadonlyMap<string, KnownAnalysis & { funnelId: string }>;
  windowDays: number;
  /** How many more it names than were read. */
  unreadAnalyses: number;
  /** Stored as a hash, of units of a holdout only; null: not known. */
  visitorId: string | null;
}

/**
 * Stores an order with the analyses that its lines are credited to. The same order again changes nothing; a verified order replaces a
 * reported one. A new order is stored in one call; all else is decided in a transaction.
 * @returns the confirmed lines as they are stored.
 * @throws ServiceError IDEMPOTENCY_CONFLICT
 */
export function recordOrder({ db, clock, refusals }: { db: Knex; clock: Clock; refusals: RefusalCounter }) {
  const storeNew = async (companyId: string, received: ReceivedOrder): Promise<ConfirmedLine[] | undefined> => {
    const { stored, unexplained } = toStored(companyId, received, { now: clock.now(), visitorHash: null });
    const named = listAnalysisIds(received.order).map((id) => sha256(id));
    const context = { named, unexplained, receivedAt: clock.now() };
    return (await storeNewOrder(db, companyId, stored, context)) ? toConfirmedLines(stored) : undefined;
  };
  const storeExactly = async (companyId: string, received: ReceivedOrder): Promise<ConfirmedLine[]> => {
    const lines = await forCompany(db, companyId, async (trx) => {
      const { orderId, kind, digest, order } = received;
      await lockKey(trx, companyId, `order ${orderId}`);
      const known = await findOrder(trx, companyId, orderId);
      const decision = decideArrival(known, { kind, digest });
      if (decision === 'STORE' || decision === 'REPLACE') {
        const linked = { ...received, order: await withoutErased(trx, order) };
        const visitorHash = await findVisitor(trx, companyId, received);
        const { stored, unexplained } = toStored(companyId, linked, { now: clock.now(), visitorHash });
        await saveOrder(trx, companyId, stored, clock.now());
        await saveUnexplained(trx, unexplained);
        countOrder(received);
      } else if (decision === 'KEEP' || known?.kind === 'VERIFIED') {
        // The shop's server was faster than the page, which knows the visitor.
        const visitorHash = await findVisitor(trx, companyId, received);
        if (visitorHash) await nameOrderVisitor(trx, companyId, orderId, visitorHash);
      }
      return decision === 'CONFLICT' ? null : listConfirmedLines(trx, companyId, orderId);
    });
    if (!lines) throw conflict(received.orderId);
    return lines;
  };
  const store = async (companyId: string, received: ReceivedOrder): Promise<ConfirmedLine[]> => {
    // A visitor must be looked up first.
    const lines = received.visitorId === null ? await storeNew(companyId, received) : undefined;
    if (!lines) return storeExactly(companyId, received);
    countOrder(received);
    return lines;
  };
  return (companyId: string, received: ReceivedOrder): Promise<ConfirmedLine[]> =>
    refusals.during(companyId, 'ORDER', () => store(companyId, received));
}

const countOrder = ({ kind }: ReceivedOrder): void =>
  getProcessMetrics()?.count('svc_orders_total', { verified: String(kind === 'VERIFIED') });

/** An order with its attributions, and the analyses whose tabs and rules must be asked for later. */
function toStored(
  companyId: string,
  received: ReceivedOrder,
  { now, visitorHash }: { now: Date; visitorHash: Buffer | null },
): { stored: StoredOrder; unexplained: UnexplainedRow[] } {
  const { orderId, kind, digest, currency, totalsIncludeTax, hadChat, windowDays, unreadAnalyses, order } = received;
  const { analyses } = received;
  const named = listAnalysisIds(order);
  const attributions = attributeOrder(order, analyses, windowDays);
  const unexplained = attributions.filter(
    ({ analysisId, place }) => place === null && analyses.get(analysisId)?.isGenuine === true,
  );
  const ids = [...new Set(unexplained.map(({ analysisId }) => analysisId))];
  return {
    stored: {
      ...{ orderId, kind, digest, currency, totalsIncludeTax, hadChat, windowDays, unreadAnalyses, visitorHash },
      orderedAt: new Date(order.createdAt),
      namesUnknownAnalysesOnly: named.length > 0 && named.every((id) => !analyses.has(id)),
      lines: toStoredLines(received, attributions),
    },
    unexplained: toUnexplained(companyId, ids, firstTryAt(now)),
  };
}

/** What an order is stored with; a verified order without a visitor keeps the one that the browser reported. docs/insight.md N14.4. */
async function findVisitor(
  trx: Knex.Transaction,
  companyId: string,
  { orderId, visitorId }: ReceivedOrder,
): Promise<Buffer | null> {
  if (visitorId === null) return findOrderVisitor(trx, companyId, orderId);
  const hash = hashVisitor(companyId, visitorId);
  return (await isExposed(trx, companyId, hash)) ? hash : null;
}

const conflict = (orderId: string): ServiceError =>
  new ServiceError(
    'IDEMPOTENCY_CONFLICT',
    `Order ${JSON.stringify(orderId)} is stored with other contents. An order must be reported once it is final.`,
  );

const listAnalysisIds = ({ lines, recommendations }: Order): string[] => [
  ...new Set([
    ...lines.flatMap(({ analysisId }) => analysisId ?? []),
    ...recommendations.map(({ analysisId }) => analysisId),
  ]),
];

/** The order as if it did not name analyses that were erased. */
async function withoutErased<T extends ReceivedOrder['order']>(trx: Knex.Transaction, order: T): Promise<T> {
  const hashes = new Map(listAnalysisIds(order).map((id) => [id, sha256(id)]));
  const erased = await listErased(trx, [...hashes.values()]);
  if (erased.size === 0) return order;
  const isErased = (id: string) => erased.has(hashes.get(id)!.toString('hex'));
  return {
    ...order,
    recommendations: order.recommendations.filter(({ analysisId }) => !isErased(analysisId)),
    lines: order.lines.map(({ analysisId, ...line }) =>
      analysisId === undefined || isErased(analysisId) ? line : { ...line, analysisId },
    ),
  };
}

function toStoredLines(
  { order, analyses }: Pick<ReceivedOrder, 'order' | 'analyses'>,
  attributed: readonly LineAttribution[],
): StoredLine[] {
  const amounts = computeLineAmounts(order);
  const attributions = new Map(attributed.map((one) => [one.lineId, one]));
  return order.lines.map(({ lineId, variantId, productId, isForeign = false, quantity, price }) => {
    const found = attributions.get(lineId);
    return {
      ...{ lineId, variantId, productId, isForeign, quantity, price, amount: amounts.get(lineId)! },
      attribution: found
        ? {
            ...{ rule: found.rule, proof: found.proof, place: found.place, analysisHash: sha256(found.analysisId) },
            funnelId: analyses.get(found.analysisId)?.funnelId ?? null,
          }
        : null,
    };
  });
}

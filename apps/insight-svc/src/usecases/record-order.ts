import { type Clock, forCompany, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { listErased } from '../db/erasures.js';
import {
  type ConfirmedLine,
  findOrder,
  listConfirmedLines,
  lockKey,
  type StoredLine,
  saveOrder,
} from '../db/orders.js';
import { computeLineAmounts } from '../domain/attribution/amounts.js';
import { attributeOrder, type KnownAnalysis } from '../domain/attribution/attribute-order.js';
import { type Arrival, decideArrival } from '../domain/attribution/decide-arrival.js';
import type { Order, OrderLine } from '../domain/attribution/order.js';
import type { RefusalCounter } from './count-refusal.js';

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
}

/**
 * Stores an order with the analyses that its lines are credited to. The same order again changes nothing; a verified order replaces a
 * reported one.
 * @returns the confirmed lines as they are stored.
 * @throws ServiceError IDEMPOTENCY_CONFLICT
 */
export function recordOrder({ db, clock, refusals }: { db: Knex; clock: Clock; refusals: RefusalCounter }) {
  return (companyId: string, received: ReceivedOrder): Promise<ConfirmedLine[]> =>
    refusals.during(companyId, 'ORDER', () =>
      forCompany(db, companyId, async (trx) => {
        const { orderId, kind, digest, currency, totalsIncludeTax, hadChat, windowDays, order } = received;
        await lockKey(trx, companyId, `order ${orderId}`);
        const decision = decideArrival(await findOrder(trx, companyId, orderId), { kind, digest });
        if (decision === 'CONFLICT') throw conflict(orderId);
        if (decision !== 'KEEP') {
          const linked = await withoutErased(trx, order);
          const named = listAnalysisIds(linked);
          const stored = {
            ...{ orderId, kind, digest, currency, totalsIncludeTax, hadChat, windowDays },
            orderedAt: new Date(order.createdAt),
            namesUnknownAnalysesOnly: named.length > 0 && named.every((id) => !received.analyses.has(id)),
            lines: toStoredLines({ ...received, order: linked }),
          };
          await saveOrder(trx, companyId, stored, clock.now());
        }
        return listConfirmedLines(trx, companyId, orderId);
      }),
    );
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

function toStoredLines({ order, analyses, windowDays }: ReceivedOrder): StoredLine[] {
  const amounts = computeLineAmounts(order);
  const attributions = new Map(attributeOrder(order, analyses, windowDays).map((one) => [one.lineId, one]));
  return order.lines.map(({ lineId, variantId, productId, isForeign = false, quantity, price }) => {
    const found = attributions.get(lineId);
    return {
      ...{ lineId, variantId, productId, isForeign, quantity, price, amount: amounts.get(lineId)! },
      attribution: found
        ? {
            ...{ rule: found.rule, proof: found.proof, analysisHash: sha256(found.analysisId) },
            funnelId: analyses.get(found.analysisId)?.funnelId ?? null,
          }
        : null,
    };
  });
}

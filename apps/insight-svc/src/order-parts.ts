import { type Clock, createPeriodic, type GrpcService, type Logger, type Periodic } from '@svc/kit';
import type { Knex } from 'knex';
import { createExplainClient } from './clients/explain.js';
import { createOrderService } from './handlers/order-service.js';
import { addUpOrders } from './usecases/add-up-orders.js';
import { countRefusals } from './usecases/count-refusal.js';
import { expireOldOrders } from './usecases/expire-orders.js';
import { explainLater } from './usecases/explain-later.js';
import { getRevenue } from './usecases/get-revenue.js';
import { recordOrder } from './usecases/record-order.js';
import { recordRefund } from './usecases/record-refund.js';

const EXPIRE_EVERY_MS = 60 * 60_000;
const SUMS_EVERY_MS = 60_000;
const EXPLAIN_EVERY_MS = 30_000;

/** The part of the service that stores orders and counts revenue. */
export interface OrderParts {
  service: GrpcService;
  /** Starts adding up days, asking for tabs and rules again, and deleting old orders. */
  start(): void;
  stop(): Promise<void>;
}

export function createOrderParts(
  config: { ANALYSIS_ADDR: string; MATCHER_ADDR: string },
  { db, log, clock }: { db: Knex; log: Logger; clock: Clock },
): OrderParts {
  const client = createExplainClient({ analysis: config.ANALYSIS_ADDR, matcher: config.MATCHER_ADDR });
  const running: Periodic[] = [];
  const refusals = countRefusals({ db, clock });
  return {
    service: createOrderService({
      recordOrder: recordOrder({ db, clock, refusals }),
      recordRefund: recordRefund({ db, clock, refusals }),
      countRefusal: refusals.count,
      getRevenue: getRevenue({ db, clock }),
    }),
    start() {
      const repeat = (name: string, everyMs: number, run: (signal: AbortSignal) => Promise<void>) =>
        running.push(createPeriodic({ name, everyMs, log, run }));
      repeat('expire orders', EXPIRE_EVERY_MS, (signal) => expireOldOrders({ db, clock }, signal));
      repeat('sums of orders', SUMS_EVERY_MS, addUpOrders({ db, clock }));
      repeat('explain matches', EXPLAIN_EVERY_MS, explainLater({ db, clock, explain: client.explain }));
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
      client.close();
    },
  };
}

import { type Clock, createPeriodic, type GrpcService, type Logger, type Periodic } from '@svc/kit';
import type { Knex } from 'knex';
import { createOrderService } from './handlers/order-service.js';
import { countRefusals } from './usecases/count-refusal.js';
import { expireOldOrders } from './usecases/expire-orders.js';
import { getRevenue } from './usecases/get-revenue.js';
import { recordOrder } from './usecases/record-order.js';
import { recordRefund } from './usecases/record-refund.js';

const EXPIRE_EVERY_MS = 60 * 60_000;

/** The part of the service that stores orders and counts revenue. */
export interface OrderParts {
  service: GrpcService;
  /** Starts deleting old orders. */
  start(): void;
  stop(): Promise<void>;
}

export function createOrderParts({ db, log, clock }: { db: Knex; log: Logger; clock: Clock }): OrderParts {
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
      running.push(
        createPeriodic({
          name: 'expire orders',
          everyMs: EXPIRE_EVERY_MS,
          log,
          run: (signal) => expireOldOrders({ db, clock }, signal),
        }),
      );
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

import { type Bus, type Clock, createPeriodic, type GrpcService, type Logger, type Periodic } from '@svc/kit';
import type { Knex } from 'knex';
import { createAnalysisClient } from './clients/analysis.js';
import { createOrderService } from './handlers/order-service.js';
import { expireOldOrders } from './usecases/expire-orders.js';
import { followErasures } from './usecases/follow-erasures.js';
import { getRevenue } from './usecases/get-revenue.js';
import { recordOrder } from './usecases/record-order.js';
import { recordRefund } from './usecases/record-refund.js';

/** Interval of polling for erasures: they are deleted here within 60 s. docs/insight.md N8.3. */
const ERASURES_EVERY_MS = 5_000;
const EXPIRE_EVERY_MS = 60 * 60_000;

/** The part of the service that stores orders and counts revenue. */
export interface OrderParts {
  service: GrpcService;
  /** Starts following erasures and deleting old orders. */
  start(): void;
  stop(): Promise<void>;
}

export function createOrderParts(
  config: { ANALYSIS_ADDR: string },
  deps: { db: Knex; log: Logger; bus: Bus; clock: Clock },
): OrderParts {
  const { db, log, bus, clock } = deps;
  const analysis = createAnalysisClient(config.ANALYSIS_ADDR);
  const running: Periodic[] = [];
  let unsubscribe = () => {};
  return {
    service: createOrderService({
      recordOrder: recordOrder({ db, clock }),
      recordRefund: recordRefund({ db, clock }),
      getRevenue: getRevenue({ db }),
    }),
    start() {
      const erasures = createPeriodic({
        name: 'follow erasures',
        everyMs: ERASURES_EVERY_MS,
        log,
        run: followErasures({ db, source: analysis }),
      });
      unsubscribe = bus.subscribe('analysis-erased', () => void erasures.trigger());
      running.push(
        erasures,
        createPeriodic({
          name: 'expire orders',
          everyMs: EXPIRE_EVERY_MS,
          log,
          run: (signal) => expireOldOrders({ db, clock }, signal),
        }),
      );
    },
    async stop() {
      unsubscribe();
      await Promise.all(running.map((part) => part.stop()));
      analysis.close();
    },
  };
}

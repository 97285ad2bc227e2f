import type { Clock } from '@svc/kit';
import type { Knex } from 'knex';
import { expireOrders } from '../db/expire-orders.js';

/** Retention of orders and refunds, counted from the order. docs/insight.md N8.2. */
const ORDER_DAYS = 400;
/** Longer than the 35 days that analysis-svc lists an erasure, and than the 30 days of the longest window. */
const ERASURE_DAYS = 60;
const PAGE = 1_000;
const DAY_MS = 86_400_000;

/** Deletes orders, refunds and marks of erasures that are no longer kept. */
export async function expireOldOrders({ db, clock }: { db: Knex; clock: Clock }, signal: AbortSignal): Promise<void> {
  const now = clock.now().getTime();
  const before = { orders: new Date(now - ORDER_DAYS * DAY_MS), erasures: new Date(now - ERASURE_DAYS * DAY_MS) };
  while (!signal.aborted) {
    const deleted = await expireOrders(db, before, PAGE);
    if (Math.max(deleted.orders, deleted.refunds) < PAGE) return;
  }
}

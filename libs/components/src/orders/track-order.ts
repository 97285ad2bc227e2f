import { SvcDataUpdatedEvent } from '../events/notice-events.js';
import type { Runtime } from '../loader/runtime.js';
import { postReport } from '../reporting/post-report.js';
import { getRetryMs } from '../reporting/retry-after.js';
import { hadChat } from '../storage/chat-record.js';
import { readRecommendedVariants } from '../storage/recommended-variants.js';
import { pageStorage, type RecordStorage } from '../storage/record-list.js';
import { type SvcOrder, toOrderBody } from './order-body.js';
import { addToOutbox, emptyOutbox, readOutbox, removeFromOutbox, type WaitingOrder } from './outbox.js';

/** Answers after which an order is not sent again. docs/insight.md N5. */
const FINAL = [202, 400, 401, 404, 409, 410, 413, 415, 422];
const RETRY_MS = [1_000, 4_000, 15_000];

/** Of this page load; two attempts at one order never run at the same time. */
const sending = new Map<string, Promise<boolean>>();

/**
 * Reports an order, if the shopper's consent allows it. It waits in the browser until it has arrived, at most 24 h.
 * Never rejects: a wrong order is false, too. docs/components.md B13.7.
 * @returns whether the service received it.
 */
export async function trackOrder(runtime: Runtime, order: SvcOrder): Promise<boolean> {
  try {
    const config = await runtime.config();
    if (!config || runtime.consent !== 'granted') return false;
    const storage = pageStorage(window);
    const records = readRecommendedVariants(storage);
    const body = toOrderBody(order, records, runtime.settings.consent, hadChat(storage, Date.now()), runtime.visitorId);
    const waiting = { at: Date.now(), orderId: String(order.orderId), body };
    addToOutbox(storage, waiting);
    return await send(runtime, storage, waiting);
  } catch {
    return false;
  }
}

/** Sends what waits from an earlier page load, or forgets it if the shopper declined; again when that changes. */
export function define(runtime: Runtime): void {
  const resume = () => void resumeOrders(runtime).catch(() => {});
  resume();
  runtime.onChange((change) => change === 'settings' && resume());
}

async function resumeOrders(runtime: Runtime): Promise<void> {
  if (!(await runtime.config())) return;
  const storage = pageStorage(window);
  const isAllowed = runtime.consent === 'granted';
  if (!isAllowed) emptyOutbox(window);
  for (const order of isAllowed ? readOutbox(storage, Date.now()) : []) await send(runtime, storage, order);
}

function send(runtime: Runtime, storage: RecordStorage, order: WaitingOrder): Promise<boolean> {
  const running = sending.get(order.orderId) ?? attempt(runtime, storage, order);
  sending.set(order.orderId, running);
  return running.finally(() => sending.delete(order.orderId));
}

async function attempt(runtime: Runtime, storage: RecordStorage, order: WaitingOrder, tries = 0): Promise<boolean> {
  const { companyId } = runtime.settings;
  const query = companyId ? `?company=${encodeURIComponent(companyId)}` : '';
  const response = await postReport(runtime, `orders${query}`, order.body);
  if (response && FINAL.includes(response.status)) {
    removeFromOutbox(storage, order, Date.now());
    if (response.status === 202) document.dispatchEvent(new SvcDataUpdatedEvent());
    return response.status === 202;
  }
  const delayMs = RETRY_MS[tries];
  if (delayMs === undefined) return false;
  const retryAfterMs = getRetryMs(response);
  await new Promise((resolve) => setTimeout(resolve, Math.max(retryAfterMs, delayMs * (0.75 + Math.random() / 2))));
  // The shopper may have declined meanwhile.
  return runtime.consent === 'granted' && attempt(runtime, storage, order, tries + 1);
}

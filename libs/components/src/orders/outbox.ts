import { browserStorage, isObject, type RecordStorage, readList, writeList } from '../storage/record-list.js';

/** Storage key of orders that have not arrived yet. docs/components.md B12.9. */
export const OUTBOX_KEY = 'svc:outbox';

const MAX_AGE_MS = 24 * 60 * 60 * 1_000;
const MAX_ORDERS = 20;

/** An order that has not arrived yet. */
export interface WaitingOrder {
  /** When it was reported, milliseconds since the epoch. */
  at: number;
  orderId: string;
  /** The body of its request. */
  body: string;
}

/** Orders that wait, at most 24 h old, oldest first. Unusable entries are left out. Never throws. */
export const readOutbox = (storage: RecordStorage, now: number): WaitingOrder[] =>
  readList(storage, OUTBOX_KEY).filter(
    (entry): entry is WaitingOrder =>
      isObject(entry) &&
      typeof entry.at === 'number' &&
      typeof entry.orderId === 'string' &&
      typeof entry.body === 'string' &&
      entry.at > now - MAX_AGE_MS &&
      entry.at <= now,
  );

/** Adds an order, in place of the one with its id; the oldest beyond 20 are dropped. */
export function addToOutbox(storage: RecordStorage, order: WaitingOrder): void {
  const others = readOutbox(storage, order.at).filter(({ orderId }) => orderId !== order.orderId);
  writeList(storage, OUTBOX_KEY, [...others, order].slice(-MAX_ORDERS));
}

/** Removes an order that has arrived or is final. */
export function removeFromOutbox(storage: RecordStorage, { orderId, body }: WaitingOrder, now: number): void {
  const others = readOutbox(storage, now).filter((entry) => entry.orderId !== orderId || entry.body !== body);
  writeList(storage, OUTBOX_KEY, others);
}

/** Removes all of them: the shopper declined. */
export const emptyOutbox = (page: { readonly localStorage: Storage }): void =>
  browserStorage(page)?.removeItem(OUTBOX_KEY);

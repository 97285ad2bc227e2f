import { currentContext, newContext, runInContext, ServiceError } from '@svc/kit';

/** How items of many requests become few calls. */
export interface Grouping<T> {
  /** Sends items in one call. */
  sendTogether(items: T[]): Promise<unknown>;
  /** Sends one item: one that no other waits with, or after a group failed for a reason that may be one of its items. */
  sendAlone(item: T): Promise<unknown>;
  /** Whom an item belongs to. */
  getOwner(item: T): string;
  /** Most items of one owner that wait, so that none takes the places of others. */
  maxWaitingOfOwner: number;
  /** Most items of a call. */
  maxTogether: number;
  /** Most items that wait for the call before them; a further one is refused. */
  maxWaiting: number;
  /** Longest wait for a call, and longest call, milliseconds. */
  timeoutMs: number;
}

interface Waiting<T> {
  readonly item: T;
  readonly context: { requestId: string; traceparent: string };
  readonly since: number;
  resolve(): void;
  reject(error: unknown): void;
}

const BUSY = 'Too many requests are in progress. The request must be repeated after the seconds in Retry-After.';
/** The service did not answer, so that sending the items of a group one by one would only make it busier. */
const UNANSWERED = new Set(['UNAVAILABLE', 'TIMEOUT']);

/**
 * Sends items together that arrive while a call runs, so that under load a call is made for many requests; without load, each item is a call.
 * One call runs at a time. It belongs to none of the requests: one that goes away takes no other along. docs/adr/0131-reports-share-calls.md.
 * @returns sends an item; resolves once it is stored. It fails with UNAVAILABLE when too many wait, also of its owner alone, or wait too long.
 */
export function groupCalls<T>(grouping: Grouping<T>): (item: T) => Promise<void> {
  const { maxTogether, maxWaiting, maxWaitingOfOwner, timeoutMs, getOwner } = grouping;
  const waitingOf = new Map<string, number>();
  let waiting: Waiting<T>[] = [];
  let isScheduled = false;
  let isSending = false;
  /** Sends when the event loop has served all sockets that were ready. */
  const schedule = () => {
    if (isScheduled || isSending || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      isSending = true;
      void sendNext().finally(() => {
        isSending = false;
        schedule();
      });
    });
  };
  const sendNext = async (): Promise<void> => {
    const oldest = performance.now() - timeoutMs;
    const group = waiting.slice(0, maxTogether);
    waiting = waiting.slice(maxTogether);
    for (const { item } of group) {
      const left = (waitingOf.get(getOwner(item)) ?? 0) - 1;
      if (left > 0) waitingOf.set(getOwner(item), left);
      else waitingOf.delete(getOwner(item));
    }
    const late = group.filter(({ since }) => since < oldest);
    for (const { reject } of late) reject(busy());
    await sendGroup(
      grouping,
      group.filter(({ since }) => since >= oldest),
    );
  };
  return (item) =>
    new Promise((resolve, reject) => {
      // A throw in here rejects the promise.
      const own = waitingOf.get(getOwner(item)) ?? 0;
      if (waiting.length >= maxWaiting || own >= maxWaitingOfOwner) throw busy();
      waitingOf.set(getOwner(item), own + 1);
      const { requestId, traceparent } = currentContext() ?? newContext();
      waiting.push({ item, context: { requestId, traceparent }, since: performance.now(), resolve, reject });
      schedule();
    });
}

const busy = (): ServiceError => new ServiceError('UNAVAILABLE', BUSY);

/** Never rejects. */
async function sendGroup<T>(
  { sendTogether, sendAlone, timeoutMs }: Grouping<T>,
  group: readonly Waiting<T>[],
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const run = (context: Waiting<T>['context'], work: () => Promise<unknown>) =>
    runInContext({ ...context, deadline: Date.now() + timeoutMs }, work);
  try {
    await run(first.context, () =>
      group.length === 1 ? sendAlone(first.item) : sendTogether(group.map(({ item }) => item)),
    );
    for (const { resolve } of group) resolve();
  } catch (error) {
    const isUnanswered = error instanceof ServiceError && UNANSWERED.has(error.code);
    if (isUnanswered || group.length === 1) {
      for (const { reject } of group) reject(error);
      return;
    }
    await Promise.all(
      group.map(({ item, context, resolve, reject }) => run(context, () => sendAlone(item)).then(resolve, reject)),
    );
  }
}

import { runDetached } from '../log/context.js';
import type { Logger } from '../log/logger.js';
import type { Bus, BusListener } from './bus.js';

/** A bus within one process. Listeners run in a later turn of the event loop, so that publishing never blocks. */
export function createInProcessBus(log?: Logger): Bus {
  const listeners = new Map<string, Set<BusListener>>();
  let closed = false;
  return {
    publish(topic, message) {
      setImmediate(() => {
        if (closed) return;
        for (const listener of listeners.get(topic) ?? []) {
          try {
            runDetached(() => listener({ ...message }));
          } catch (error) {
            log?.error({ err: error, topic }, 'a listener of the bus failed');
          }
        }
      });
    },
    subscribe(topic, listener) {
      const own: BusListener = (message) => listener(message); // The same function may be subscribed twice.
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(own));
      return () => {
        set.delete(own);
      };
    },
    async close() {
      closed = true;
      listeners.clear();
    },
  };
}

/** Requests sent at a steady pace, whether earlier ones were answered or not, so that a slow answer hides no other one. */
export interface PacedLoad {
  /** Stops sending and waits for the outstanding responses. */
  stop(): Promise<void>;
}

/** What is not answered by then is not piled up further: the pace falls behind on a slow machine. */
const MAX_IN_FLIGHT = 64;

/**
 * Calls `send` `perSecond` times a second with 0, 1, 2 …
 * @param send - never rejects: what went wrong is for the caller to note.
 */
export function pacedLoad(perSecond: number, send: (index: number) => Promise<void>): PacedLoad {
  const inFlight = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  let skipped = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond) - skipped;
    for (; sent < due; sent += 1) {
      if (inFlight.size >= MAX_IN_FLIGHT) {
        skipped += due - sent;
        return;
      }
      const one = send(sent).finally(() => inFlight.delete(one));
      inFlight.add(one);
    }
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(inFlight);
    },
  };
}

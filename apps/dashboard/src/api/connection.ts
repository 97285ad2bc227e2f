/** Whether requests reach the service. The browser only knows whether the machine has a network. */
let isReachable = true;
const listeners = new Set<() => void>();

/** For `useSyncExternalStore`. docs/dashboard.md Y2.6. */
export const connection = {
  get: (): boolean => isReachable,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  report(next: boolean): void {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  },
};

/** A `fetch` that reports whether an answer came. A request that was abandoned says nothing. */
export const createReportingFetch =
  (send: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    try {
      const response = await send(request);
      connection.report(true);
      return response;
    } catch (error) {
      if (!request.signal.aborted) connection.report(false);
      throw error;
    }
  };

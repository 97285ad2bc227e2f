const FIRST_MS = 700;

/**
 * Calls `act` with a time that comes soon, and again with a later one as long as `act` ends after it: on a busy machine, what must
 * happen before the time takes longer.
 * @returns the time, and the result of the call that ended before it.
 */
export async function actBefore<T>(act: (time: string) => Promise<T>): Promise<{ time: string; result: T }> {
  for (let ms = FIRST_MS; ; ms *= 2) {
    const time = new Date(Date.now() + ms).toISOString();
    const result = await act(time);
    if (Date.now() < Date.parse(time)) return { time, result };
  }
}

/** Waits until the time has passed. */
export const waitUntilAfter = (time: string): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Date.parse(time) - Date.now() + 50));

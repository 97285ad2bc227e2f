const MAX_ATTEMPTS = 5;

/**
 * What must happen within a time, such as while the gateway keeps a match: repeated where a busy machine took longer.
 * @param stop - stops what `act` started, before the repetition.
 */
export async function repeatWhileSlow(
  limitMs: number,
  { act, stop }: { act(): Promise<void>; stop(): Promise<void> },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now();
    try {
      return await act();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || performance.now() - startedAt < limitMs) throw error;
    }
    await stop();
  }
}

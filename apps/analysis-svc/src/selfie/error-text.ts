/** The first line of an error: what may stand in a log line about a library. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

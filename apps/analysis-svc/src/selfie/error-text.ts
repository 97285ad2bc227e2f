/** The first line of an error message, for log lines about a library. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

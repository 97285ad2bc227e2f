/** Reads that may be sent again. Creates and other writes never are. docs/reliability.md R7.12. */
const REPEATABLE = /\/(Get|List|Match)[^/]*$/;

/**
 * Reads are sent again when they fail with UNAVAILABLE. The budget pays for 60 failures before retries stop, which covers the
 * calls that are in flight when one of two replicas freezes; each success earns a tenth back.
 */
export const RETRY_POLICY = {
  maxAttempts: 3,
  initialBackoffMs: 50,
  maxBackoffMs: 500,
  backoffMultiplier: 3,
  maxTokens: 120,
  tokenRatio: 0.1,
} as const;

/** @param retry - names of methods (`GetFunnel`) that may be repeated; default all Get*, List* and Match* methods. */
export function isRepeatable(path: string, retry?: readonly string[]): boolean {
  return retry ? retry.some((name) => path.toLowerCase().endsWith(`/${name.toLowerCase()}`)) : REPEATABLE.test(path);
}

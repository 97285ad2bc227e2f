/** How long a statement waits for a lock that others wait behind, in milliseconds. Then it fails, and is tried again later. */
export const LOCK_TIMEOUT_MS = 1_000;

import type { Clock, Outbound } from '@svc/kit';

/** Dependencies of senders. */
export interface SenderDeps {
  outbound: Outbound;
  clock: Clock;
  /** Timeout of a call; default: CALL_TIMEOUT_MS. For tests. */
  timeoutMs?: number | undefined;
}

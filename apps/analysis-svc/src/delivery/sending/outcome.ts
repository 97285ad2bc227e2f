/** The outcome of one attempt at an endpoint. */
export interface Outcome {
  /**
   * DELIVERED: accepted. FAILED: retried. REJECTED: the endpoint works but will never accept these bytes. GONE: the endpoint
   * responded with 410 and is disabled.
   */
  kind: 'DELIVERED' | 'FAILED' | 'REJECTED' | 'GONE';
  /** The called address, without credentials. */
  url: string;
  /** Status of the response; null: there was none. */
  status: number | null;
  /** Why the attempt failed, shown to the merchant; null when it succeeded. */
  error: string | null;
  /** Sent headers, without those that authenticate the sender. */
  requestHeaders: Record<string, string>;
  /** The beginning of the response body; null: it was empty. */
  responseBody: string | null;
  /** Minimum pause before the next attempt at this delivery, in milliseconds. */
  retryAfterMs?: number;
  /** Whether the endpoint asks for this pause for all requests. */
  throttled: boolean;
}

/** A message to send: its id and its bytes are the same in all attempts. */
export interface Message {
  /** The `webhook-id`. */
  id: string;
  body: string;
}

/** Sends messages to one endpoint. Throws only the reason of an aborted signal. */
export interface Sender {
  send(message: Message, signal: AbortSignal): Promise<Outcome>;
}

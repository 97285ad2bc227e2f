/** What came of one attempt at an endpoint. */
export interface Outcome {
  /**
   * DELIVERED: it counts. FAILED: it is tried again. REJECTED: these bytes will never be taken; the endpoint itself is well.
   * GONE: the endpoint wants nothing any more.
   */
  kind: 'DELIVERED' | 'FAILED' | 'REJECTED' | 'GONE';
  /** What was called, without credentials. */
  url: string;
  /** Of the answer; null: none came. */
  status: number | null;
  /** Why it does not count, for the merchant's eyes; null: it does. */
  error: string | null;
  /** What was sent, without the headers that prove the sender. */
  requestHeaders: Record<string, string>;
  /** The beginning of what was answered; null: nothing. */
  responseBody: string | null;
  /** The pause that this delivery gets at least, milliseconds. */
  retryAfterMs?: number;
  /** The endpoint asks for it for everything that is sent to it. */
  throttled: boolean;
}

/** What is sent: an id that stays, and bytes that stay. */
export interface Message {
  /** The `webhook-id`. */
  id: string;
  body: string;
}

/** Takes messages to one endpoint. Never throws but the reason of a signal that was aborted. */
export interface Sender {
  send(message: Message, signal: AbortSignal): Promise<Outcome>;
}

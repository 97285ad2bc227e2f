/** What goes wrong on purpose. Change the members at any time; counters count down to 0. */
export interface Faults {
  /** Calls of the Admin API that are answered as throttled. */
  throttledCalls: number;
  /** HTTP status of those: 200 with the error THROTTLED, or 429. */
  throttledStatus: 200 | 429;
  /** Calls of the Admin API or for tokens that are answered with status 503. */
  brokenCalls: number;
  /** Reads of single products that are answered from before their last change, as by a replica that lags. */
  laggingReads: number;
  /** Refreshes are refused, as after a change of the app's secret. */
  refusesRefresh: boolean;
  /** Refreshes that succeed at Shopify and whose answer gets lost. */
  lostRefreshes: number;
  /** How the next operations end. */
  bulkEnd: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED';
  /** Looks at an operation before it has ended. */
  bulkPolls: number;
  /** Added to the number of objects that an operation says it has written. */
  objectCountOff: number;
  /** Bytes that result files lack at their end, although the announced length is right. */
  truncatedBytes: number;
  /** Waited for before an answer of the Admin API is sent: what was asked is done by then. @param call - the first field of the query. */
  beforeAnswer: (call: string) => Promise<void>;
  /** Webhooks are signed with this secret instead of the app's, as while a secret is rotated and the old one not yet revoked. */
  signingSecret: string | null;
  /** Webhooks carry a signature made with another secret. */
  wrongSignature: boolean;
}

export const noFaults = (): Faults => ({
  throttledCalls: 0,
  throttledStatus: 200,
  brokenCalls: 0,
  laggingReads: 0,
  refusesRefresh: false,
  lostRefreshes: 0,
  bulkEnd: 'COMPLETED',
  bulkPolls: 1,
  objectCountOff: 0,
  truncatedBytes: 0,
  beforeAnswer: async () => {},
  signingSecret: null,
  wrongSignature: false,
});

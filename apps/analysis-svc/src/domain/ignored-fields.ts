/** Fields of a request body that its route does not know; the gateway keeps the fields themselves. */
export interface IgnoredFields {
  /** Sentences for `payload_warnings`. */
  warnings: string[];
  /** SHA-256 of their canonical JSON. Set with an Idempotency-Key. */
  digest?: Buffer | undefined;
}

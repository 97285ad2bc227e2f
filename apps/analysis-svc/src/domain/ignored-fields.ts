/** Unknown fields of a request body. The gateway removes the fields themselves. */
export interface IgnoredFields {
  /** Sentences for `payload_warnings`. */
  warnings: string[];
  /** SHA-256 of their canonical JSON. Set with an Idempotency-Key. */
  digest?: Buffer | undefined;
}

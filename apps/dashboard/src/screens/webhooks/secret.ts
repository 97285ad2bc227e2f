const BYTES = 32;

/** A new secret of Standard Webhooks. docs/webhooks.md. */
export const createSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))}`;

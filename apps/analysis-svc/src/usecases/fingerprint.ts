import { canonicalJson, sha256 } from '@svc/kit';
import type { Selfie } from '../selfie/check-selfie.js';

/**
 * Identifies equal requests with one Idempotency-Key: SHA-256 over the canonical JSON of the body, in which the hash of the
 * selfie replaces the selfie, so that neither the record nor the input of the digest contains the picture.
 * docs/reliability.md R1.3.
 * @param body - the request body without its selfie.
 * @param parameters - the parts of the request outside its body.
 */
export function fingerprint(
  body: Record<string, unknown>,
  selfie: Selfie | undefined,
  parameters?: Record<string, unknown>,
): Buffer {
  const canonicalBody = selfie
    ? { ...body, selfie: `${selfie.declaredType} ${sha256(selfie.data).toString('hex')}` }
    : body;
  return sha256(canonicalJson(parameters ? [canonicalBody, parameters] : canonicalBody));
}

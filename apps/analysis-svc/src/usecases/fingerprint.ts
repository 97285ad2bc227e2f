import { canonicalJson, sha256 } from '@svc/kit';
import type { Selfie } from '../selfie/check-selfie.js';

/**
 * What makes two requests with one Idempotency-Key the same: SHA-256 over the canonical JSON of the body with the selfie
 * replaced by its own hash, so that neither the record nor the digest's input keeps the picture.
 * docs/reliability.md R1.3.
 * @param body - the request body without its selfie.
 * @param beside - what belongs to the request and stands not in its body.
 */
export function fingerprint(
  body: Record<string, unknown>,
  selfie: Selfie | undefined,
  beside?: Record<string, unknown>,
): Buffer {
  const whole = selfie ? { ...body, selfie: `${selfie.declaredType} ${sha256(selfie.data).toString('hex')}` } : body;
  return sha256(canonicalJson(beside ? [whole, beside] : whole));
}

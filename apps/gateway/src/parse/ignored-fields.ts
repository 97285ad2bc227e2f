import { setImmediate as nextTurn } from 'node:timers/promises';
import { listIgnoredFieldWarnings } from '@svc/domain';
import { canonicalJson, sha256 } from '@svc/kit';
import type { IgnoredFields } from '@svc/proto';

/**
 * What analysis-svc is given of fields that the route does not know: bounded warnings instead of the fields, and with an
 * Idempotency-Key their digest, since they belong to the body that has to be the same. docs/adr/0035-bounded-bodies.md.
 */
export async function toIgnoredFields(
  ignored: Record<string, unknown>,
  idempotencyKey: string | undefined,
): Promise<IgnoredFields> {
  const warnings = listIgnoredFieldWarnings(ignored);
  if (idempotencyKey === undefined) return { warnings };
  // Up to 4 MiB of text to write and to hash.
  await nextTurn();
  return { warnings, digest: sha256(canonicalJson(ignored)) };
}

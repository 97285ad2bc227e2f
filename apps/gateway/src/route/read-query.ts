import { ServiceError } from '@svc/kit';
import { parseStrictParams } from '../parse/strict-params.js';
import type { Parameters, ValuesOf } from './parameter.js';

/** Default: unknown keys are ignored. `encoding`: at most 8 KiB, percent-encoded UTF-8. `keys`: also without unknown keys. */
export type QueryStrictness = 'encoding' | 'keys';

/**
 * Reads the parameters of a query. Fails with INVALID_QUERY, and with URI_TOO_LONG if it is strict.
 * @param raw - what stands after `?`, as sent.
 */
export function readQuery<P extends Parameters>(parameters: P, raw: string, strictness?: QueryStrictness): ValuesOf<P> {
  const sent = strictness ? parseStrictParams(raw) : new URLSearchParams(raw);
  if (strictness === 'keys') refuseUnknownKeys(parameters, sent);
  return readValues(parameters, (name) => sent.getAll(name));
}

/** Reads each parameter from the values that were sent for its name. */
export function readValues<P extends Parameters>(parameters: P, getValues: (name: string) => string[]): ValuesOf<P> {
  const values = Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(getValues(name), name)]);
  // The value of each name is what its own parameter has read.
  return Object.fromEntries(values) as ValuesOf<P>;
}

/** Fails with INVALID_QUERY for a key that no parameter has. */
function refuseUnknownKeys(parameters: Parameters, sent: URLSearchParams): void {
  const known = Object.keys(parameters);
  for (const key of sent.keys()) {
    if (known.includes(key)) continue;
    const names = known.length === 1 ? known[0] : `one of ${known.join(', ')}`;
    throw new ServiceError(
      'INVALID_QUERY',
      `The query key ${JSON.stringify(key)} is not known; a key must be ${names}.`,
    );
  }
}

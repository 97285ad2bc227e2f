import { MAX_JSON_DEPTH } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { isDeeperThan } from './json-depth.js';
import { findUnsafeText } from './unsafe-text.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const invalid = (message: string, cause?: unknown) =>
  new ServiceError('INVALID_JSON', message, cause === undefined ? undefined : { cause });

/** Strict UTF-8 text; a byte order mark at the start is tolerated, as RFC 8259 allows. Fails with INVALID_JSON. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw invalid('The body is not UTF-8.', cause);
  }
}

/**
 * Parses a request body that has to be a JSON object.
 * Fails with INVALID_JSON for an empty body, invalid UTF-8, text that is not JSON, another JSON type, nesting beyond
 * 32 levels, NUL characters, lone surrogates and `__proto__` keys. Contract, "POST analyses".
 */
export function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) throw invalid('The body is empty; a JSON object is expected.');
  if (isDeeperThan(bytes, MAX_JSON_DEPTH)) throw invalid(`The body nests deeper than ${MAX_JSON_DEPTH} levels.`);
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid('The body is not JSON.', cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body is not a JSON object.');
  }
  const [unsafe] = findUnsafeText(value);
  if (unsafe) throw invalid(`${unsafe.message.slice(0, -1)} at ${unsafe.path || 'the top level'}.`);
  return value as Record<string, unknown>;
}

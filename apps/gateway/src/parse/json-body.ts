import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { findExceededLimit, type JsonLimits } from './scan-json.js';
import { findUnsafeText } from './unsafe-text.js';

/** The path to a problem is made of the caller's keys, which may be as long as the body. */
const MAX_ECHOED_PATH_LENGTH = 100;

const LIMITS: JsonLimits = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_JSON_VALUES };

const tooLarge = (exceeded: keyof JsonLimits, limits: JsonLimits) =>
  exceeded === 'maxDepth'
    ? `The body must nest at most ${limits.maxDepth} levels deep.`
    : `The body must hold at most ${limits.maxValues.toLocaleString('en')} values.`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Without a cause: what a parser says about broken text quotes the text, contact data too, and causes are logged. */
const invalid = (message: string) => new ServiceError('INVALID_JSON', message);

/** Strict UTF-8 text; a byte order mark at the start is tolerated, as RFC 8259 allows. Fails with INVALID_JSON. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('The body must be UTF-8.');
  }
}

/**
 * Parses a request body that has to be a JSON object.
 * Fails with INVALID_JSON for an empty body, invalid UTF-8, text that is not JSON, another JSON type, nesting beyond
 * 32 levels, more than 10,000 values, NUL characters, lone surrogates and `__proto__` keys. docs/contract.md C3.2, C18.1.
 */
export function parseJsonObject(bytes: Buffer, limits = LIMITS): Record<string, unknown> {
  refuseLargeJson(bytes, limits);
  return parseSmallJson(bytes);
}

/** The first half of `parseJsonObject`: fails with INVALID_JSON for nesting and values over the limits, without parsing. */
export function refuseLargeJson(bytes: Buffer, limits = LIMITS): void {
  const exceeded = findExceededLimit(bytes, limits);
  if (exceeded) throw invalid(tooLarge(exceeded, limits));
}

/** The second half of `parseJsonObject`, for bytes that `refuseLargeJson` has let pass. */
export function parseSmallJson(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) throw invalid('The body must be a JSON object; it is empty.');
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The body must be JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body must be a JSON object.');
  }
  const [unsafe] = findUnsafeText(value);
  if (unsafe) {
    const where = unsafe.path.slice(0, MAX_ECHOED_PATH_LENGTH) || 'the top level';
    throw invalid(`${unsafe.message.slice(0, -1)} at ${where}.`);
  }
  return value as Record<string, unknown>;
}

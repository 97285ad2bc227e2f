import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJsonObject, parseSmallJson, refuseLargeJson } from '../parse/json-body.js';
import { readBody } from './read-body.js';

/** Bodies up to this size take less than a millisecond to parse. */
const SMALL_BYTES = 64 * 1024;

/**
 * The body as a JSON object, at most `maxBytes` of it. Fails like `readBody` and `parseJsonObject`. A large body is
 * counted and parsed in turns of the event loop of their own: with what the route does next, one turn would be too long.
 */
export async function readJsonObject(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  maxBytes: number,
): Promise<Record<string, unknown>> {
  const bytes = await readBody(req, res, maxBytes);
  if (bytes.length <= SMALL_BYTES) return parseJsonObject(bytes);
  refuseLargeJson(bytes);
  await nextTurn();
  const body = parseSmallJson(bytes);
  await nextTurn();
  return body;
}

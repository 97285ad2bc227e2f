import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJsonObject } from '../parse/json-body.js';
import { readBody } from './read-body.js';

/** Bodies up to this size take less than a millisecond to parse. */
const SMALL_BYTES = 64 * 1024;

/**
 * The body as a JSON object, at most `maxBytes` of it. Fails like `readBody` and `parseJsonObject`. A large body is parsed in a
 * turn of the event loop of its own: with what the route does next, one turn would be too long.
 */
export async function readJsonObject(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  maxBytes: number,
): Promise<Record<string, unknown>> {
  const bytes = await readBody(req, res, maxBytes);
  const body = parseJsonObject(bytes);
  if (bytes.length > SMALL_BYTES) await nextTurn();
  return body;
}

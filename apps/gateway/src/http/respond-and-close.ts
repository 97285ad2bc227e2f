import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorResponse } from './error-response.js';

/** What is read, at most, of a body that was refused. docs/reliability.md R7.1. */
const MAX_DISCARD_BYTES = 256 * 1024;
const MAX_DISCARD_MS = 1_000;

/** True when part of the request's body is still on its way, so that the connection cannot be used again as it is. */
export function hasUnreadBody(req: IncomingMessage): boolean {
  return !req.complete && (req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0);
}

/**
 * Answers a request whose body is not wanted and closes its connection. The whole answer is sent immediately; only then a
 * bounded rest of the body is discarded, because closing over unread bytes resets the connection and the client
 * would lose the answer. Without the bound Node would read the body to its end, however long it is.
 */
export async function respondAndClose(
  req: IncomingMessage,
  res: ServerResponse,
  response: ErrorResponse,
): Promise<void> {
  res.writeHead(response.status, {
    ...response.headers,
    'Content-Length': response.body.length,
    Connection: 'close',
  });
  res.write(response.body);
  await discard(req);
  res.end();
}

function discard(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = MAX_DISCARD_BYTES;
    const done = () => {
      clearTimeout(timer);
      req.pause();
      resolve();
    };
    const timer = setTimeout(done, MAX_DISCARD_MS);
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      // Not done yet: the client gets the rest of the second to read its answer while it is blocked in writing.
      if (left <= 0) req.pause();
    });
    req.once('end', done);
    req.once('close', done);
    req.once('error', done);
    req.resume();
  });
}

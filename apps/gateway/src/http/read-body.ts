import type { IncomingMessage, ServerResponse } from 'node:http';
import { generalError, ServiceError } from '@svc/kit';

/** Longest time that a body may take which is read as a whole, milliseconds. docs/reliability.md R7.4. */
export const BODY_TIMEOUT_MS = 60_000;

const tooLarge = (maxBytes: number) =>
  new ServiceError('REQUEST_TOO_LARGE', `The body must have at most ${maxBytes} bytes.`);
const endedEarly = (cause?: unknown) =>
  new ServiceError('INVALID_REQUEST', 'The body ended early; it must be sent in full.', { cause });

/** Refuses a declared length over the limit before a byte is read, and otherwise lets a waiting client continue. */
function acceptBody(req: IncomingMessage, res: ServerResponse, maxBytes: number): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
}

/**
 * The body's pieces as they arrive. A declared length over `maxBytes` throws here, before the caller starts any work. Reading fails
 * with REQUEST_TOO_LARGE as soon as `maxBytes + 1` bytes were seen, whatever Content-Length said; what is left of the body is then
 * unread (`respondAndClose` bounds it). docs/reliability.md R7.1.
 */
export function readBodyChunks(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  acceptBody(req, res, maxBytes);
  return readChunks(req, maxBytes);
}

async function* readChunks(req: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  try {
    // destroyOnReturn: leaving the loop early must not destroy the socket that the answer still has to travel on.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw endedEarly(error);
  }
}

/**
 * The whole body, at most `maxBytes` of it. Fails like `readBodyChunks`, and with REQUEST_TIMEOUT after `timeoutMs`: the server's
 * own limit is as long as an import may take.
 */
export function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
  timeoutMs = BODY_TIMEOUT_MS,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // A throw in here rejects the promise.
    acceptBody(req, res, maxBytes);
    if (req.destroyed) throw endedEarly();
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => {
      fail(generalError('REQUEST_TIMEOUT'));
    }, timeoutMs);
    const stop = () => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    };
    const fail = (error: ServiceError) => {
      stop();
      req.pause(); // The rest is `respondAndClose`'s.
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) fail(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const onEnd = () => {
      stop();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    };
    const onBroken = (error?: Error) => fail(endedEarly(error));
    req.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

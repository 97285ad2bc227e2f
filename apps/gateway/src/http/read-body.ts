import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@svc/kit';

const tooLarge = (maxBytes: number) =>
  new ServiceError('REQUEST_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`);

/** Refuses a declared length over the limit before a byte is read, and lets a waiting client go on otherwise. */
function admit(req: IncomingMessage, res: ServerResponse, maxBytes: number): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
}

/**
 * The body's pieces as they arrive. Fails with REQUEST_TOO_LARGE as soon as `maxBytes + 1` bytes were seen, whatever
 * Content-Length said; what is left of the body is then unread (`respondAndClose` bounds it). Reliability R7.1.
 */
export async function* bodyChunks(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  admit(req, res, maxBytes);
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
    throw new ServiceError('INVALID_REQUEST', 'The body ended early.', { cause: error });
  }
}

/** The whole body, at most `maxBytes`. Fails like `bodyChunks`. */
export async function readBody(req: IncomingMessage, res: ServerResponse, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyChunks(req, res, maxBytes)) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

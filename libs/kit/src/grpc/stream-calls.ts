import type { CallOptions, ClientReadableStream, ClientWritableStream, Metadata } from '@grpc/grpc-js';
import { type Prepared, toCallError, toMetadata } from './outgoing-call.js';

/**
 * The messages of a response stream. The call begins with the first `next()` and is cancelled when the reader stops
 * early.
 */
export async function* readStream<Res>(
  prepare: () => Prepared,
  start: (metadata: Metadata, options: CallOptions) => ClientReadableStream<Res>,
): AsyncGenerator<Res> {
  const prepared = prepare();
  const { deadline, signal } = prepared;
  const stream = start(toMetadata(prepared), { deadline });
  const onAbort = () => stream.cancel();
  signal?.addEventListener('abort', onAbort, { once: true });
  let finished = false;
  try {
    for await (const message of stream) yield message as Res;
    finished = true;
  } catch (error) {
    finished = true;
    throw toCallError(error as Error, signal);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    if (!finished) {
      stream.on('error', () => {}); // The cancellation comes back as an error event that nobody waits for.
      stream.cancel();
    }
  }
}

/** Writes all requests, no faster than the server reads. Ends early when the server has answered already. */
export async function writeStream<Req>(call: ClientWritableStream<Req>, requests: AsyncIterable<Req>): Promise<void> {
  let over = false;
  let wake: (() => void) | undefined;
  const end = () => {
    over = true;
    wake?.();
  };
  call.on('status', end);
  call.on('error', end);
  call.on('close', end);
  call.on('drain', () => wake?.());
  for await (const request of requests) {
    if (over) return;
    if (!call.write(request)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (over) resolve();
      });
    }
  }
  if (!over) call.end();
}

import type { Writable } from 'node:stream';
import type { CallOptions, ClientReadableStream, ClientWritableStream, Metadata } from '@grpc/grpc-js';
import { type Prepared, toCallError, toMetadata } from './outgoing-call.js';

/** The messages of a response stream, which is cancelled when the reader stops early. */
export async function* readStream<Res>(
  prepared: Prepared,
  start: (metadata: Metadata, options: CallOptions) => ClientReadableStream<Res>,
): AsyncGenerator<Res> {
  const { deadline, signal } = prepared;
  const stream = start(toMetadata(prepared), { deadline });
  const onAbort = () => stream.cancel();
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
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
      stream.on('error', () => {}); // The cancellation causes an error event, which must have a listener.
      stream.cancel();
    }
  }
}

/** Writes all requests, no faster than the server reads. Ends early when the server has answered already. */
export async function writeStream<Req>(call: ClientWritableStream<Req>, requests: AsyncIterable<Req>): Promise<void> {
  await writeMessages(call, requests, (request) => request);
}

/** @param encode - makes what is written of a request. */
export async function writeMessages<Req>(
  target: Writable,
  requests: AsyncIterable<Req>,
  encode: (request: Req) => unknown,
): Promise<void> {
  let ended = false;
  let wake: (() => void) | undefined;
  const end = () => {
    ended = true;
    wake?.();
  };
  for (const event of ['status', 'error', 'close']) target.on(event, end);
  target.on('drain', () => wake?.());
  for await (const request of requests) {
    if (ended) return;
    if (!target.write(encode(request))) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (ended) resolve();
      });
    }
  }
  if (!ended) target.end();
}

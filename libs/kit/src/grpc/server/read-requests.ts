import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerCall } from './server-call.js';

/** How long after the end of a request stream a cancellation may still come, milliseconds. On one machine it takes 1 to 2. */
const CANCELLATION_GRACE_MS = 25;

/** The messages of a request stream. @throws the reason of `call.signal` when the call is cancelled. */
export async function* readMessages<Req>(stream: AsyncIterable<Req>, call: ServerCall): AsyncGenerator<Req, void> {
  const { signal } = call;
  try {
    for await (const message of stream) yield message;
  } catch (error) {
    throw call.cancelled ? signal.reason : error;
  }
  signal.throwIfAborted();
}

/**
 * The messages of a request stream of gRPC, up to the end that the caller gave it. Node cancels an HTTP/2 stream by ending it
 * properly and resetting it right after, so half an upload looks complete until the reset arrives; here it throws. A pause
 * is all that can be done about it on this side: a handler that commits something large looks at `call.signal` once more.
 * @throws the reason of `call.signal` when the call was cancelled, its deadline passed or its connection broke.
 */
export async function* readRequests<Req>(stream: AsyncIterable<Req>, call: ServerCall): AsyncGenerator<Req, void> {
  const { signal } = call;
  yield* readMessages(stream, call);
  await sleep(CANCELLATION_GRACE_MS, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}

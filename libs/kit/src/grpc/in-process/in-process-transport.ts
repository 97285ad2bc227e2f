import { PassThrough } from 'node:stream';
import { status } from '@grpc/grpc-js';
import type { Status } from '@svc/proto';
import { type Prepared, toAbortError } from '../client/outgoing-call.js';
import { writeMessages } from '../client/stream-calls.js';
import { fromStatus, transportError, unavailable } from '../error-status.js';
import { MAX_MESSAGE_BYTES } from '../limits.js';
import type { MethodDefinition } from '../service.js';
import type { Transport } from '../transport.js';
import { InProcessCall } from './in-process-call.js';
import { findServer } from './registry.js';
import { createRetries } from './retries.js';
import type { Answer, InProcessServer, Payload } from './server.js';
import { takeTurn } from './take-turns.js';

/**
 * Calls to a service in this process. Like calls over gRPC they carry context, deadline and cancellation, encode every message except
 * for the bytes of `largeBytes`, pass errors as a `Status`, and repeat reads; only sockets and HTTP/2 are missing.
 */
export function createInProcessTransport(address: string, retry?: readonly string[]): Transport {
  const retried = createRetries(retry);
  let isClosed = false;

  async function find(method: MethodDefinition, prepared: Prepared): Promise<InProcessServer> {
    await takeTurn();
    const server = isClosed ? undefined : await findServer(address, prepared);
    if (prepared.signal?.aborted) throw toAbortError(prepared.signal);
    if (!server) throw unavailable(isClosed ? 'The client is closed.' : `No server of this process is ${address}.`);
    if (!server.has(method.path))
      throw transportError(status.UNIMPLEMENTED, new Error(`${method.path} is not served.`));
    return server;
  }

  return {
    async unary(method, request, prepared) {
      const payload = limited(method.requestSerialize(request));
      const response = await retried(method, prepared, async () => {
        const server = await find(method, prepared);
        return answered(prepared, (call, done) => server.unary(method.path, payload, call, done));
      });
      return decode(method, response);
    },

    async clientStream(method, requests, prepared) {
      const server = await find(method, prepared);
      const messages = new PassThrough({ objectMode: true });
      const response = await answered(prepared, (call, done, fail) => {
        server.clientStream(method.path, messages, call, done);
        const encode = (request: unknown) => limited(method.requestSerialize(request));
        writeMessages(messages, requests, encode).catch((error: unknown) => fail(error as Error));
      }).finally(() => messages.destroy());
      return decode(method, response);
    },

    async *serverStream(method, request, prepare) {
      const prepared = prepare();
      const payload = limited(method.requestSerialize(request));
      const server = await find(method, prepared);
      const call: InProcessCall = new InProcessCall(prepared, (error) => answers.destroy(error));
      const answers = server.serverStream(method.path, payload, call);
      try {
        for await (const answer of answers as AsyncIterable<Answer>) yield decode(method, getPayload(answer));
        call.finish();
      } finally {
        answers.on('error', () => {});
        call.fail(transportError(status.CANCELLED));
      }
    },

    close() {
      isClosed = true;
    },
  };
}

/** Runs a call with one answer. */
async function answered(
  prepared: Prepared,
  start: (call: InProcessCall, done: (answer: Answer) => void, fail: (error: Error) => void) => void,
): Promise<Payload> {
  const answer = await new Promise<Answer>((resolve, reject) => {
    const call = new InProcessCall(prepared, reject);
    const done = (given: Answer) => {
      call.finish();
      resolve(given);
    };
    start(call, done, (error) => call.fail(error));
  });
  return getPayload(answer);
}

/** @throws ServiceError of the answer, made where the call is awaited: its stack names the functions that wait. */
function getPayload(answer: Answer): Payload {
  if ('error' in answer) throw toError(answer.error);
  limited(answer.payload, answer.large?.bytes.length);
  return answer;
}

function decode(method: MethodDefinition, { payload, large }: Payload): unknown {
  const response = method.responseDeserialize(payload);
  if (large) (response as Record<string, Buffer>)[large.field] = large.bytes;
  return response;
}

function toError(error: Status): Error {
  return fromStatus(error) ?? transportError(error.code, new Error(error.message));
}

function limited(payload: Buffer, moreBytes = 0): Buffer {
  const length = payload.length + moreBytes;
  if (length <= MAX_MESSAGE_BYTES) return payload;
  throw transportError(status.RESOURCE_EXHAUSTED, new Error(`A message of ${length} bytes is too large.`));
}

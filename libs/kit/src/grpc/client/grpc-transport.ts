import {
  Client,
  type ClientOptions,
  type CallOptions as GrpcCallOptions,
  type ServiceError as GrpcError,
  type Metadata,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { transportError } from '../error-status.js';
import { isLeaving } from '../leaving.js';
import type { ServiceDefinition } from '../service.js';
import { getInternalTls, type InternalTls, toChannelCredentials } from '../tls/internal-tls.js';
import type { Transport } from '../transport.js';
import { CALL_KEEPALIVE, channelOptions, type Keepalive, STREAM_KEEPALIVE, toTarget } from './channel-options.js';
import { ChannelRotation, isConnected, type UsedChannel } from './channel-rotation.js';
import { type Prepared, toCallError, toMetadata } from './outgoing-call.js';
import { readStream, writeStream } from './stream-calls.js';

/** Mean age at which a client replaces its channel, and finds new replicas. docs/reliability.md R7.13. */
const CHANNEL_AGE_MS = 60_000;

export interface GrpcTransportSettings {
  /** Methods that are repeated on UNAVAILABLE, by name. Default: Get*, List* and Match*. */
  retry?: readonly string[];
  /** Shorter times for tests. */
  channelAgeMs?: number;
  keepalive?: Keepalive;
  /** Absent: that of the process. */
  tls?: InternalTls | undefined;
}

/** A grpc-js call in any of its shapes. */
interface RunningCall {
  cancel(): void;
  on(event: 'status', listener: (status: StatusObject) => void): unknown;
}

/**
 * Calls over HTTP/2: one channel for unary calls, and, since it must not end them as soon, another one for streams. Both connect
 * with their first call.
 */
export function createGrpcTransport(
  address: string,
  definition: ServiceDefinition,
  settings: GrpcTransportSettings,
): Transport {
  const channelCredentials = toChannelCredentials(settings.tls ?? getInternalTls());
  const rotation = (keepalive: Keepalive) => {
    const options: ClientOptions = channelOptions(definition, settings.keepalive ?? keepalive, settings.retry);
    const connect = () => new Client(toTarget(address), channelCredentials, options);
    return new ChannelRotation(connect, settings.channelAgeMs ?? CHANNEL_AGE_MS);
  };
  const calls = rotation(CALL_KEEPALIVE);
  let streams: ChannelRotation | undefined;
  const forStreams = () => {
    streams ??= rotation(STREAM_KEEPALIVE);
    return streams;
  };
  return {
    async unary({ path, requestSerialize, responseDeserialize }, request, prepared) {
      const payload = requestSerialize(request);
      const response = await perform<Buffer>(calls, prepared, ({ client }, metadata, options, callback) =>
        withoutStack(() => client.makeUnaryRequest(path, asBytes, asBytes, payload, metadata, options, callback)),
      );
      return responseDeserialize(response);
    },
    clientStream: ({ path, requestSerialize, responseDeserialize }, requests, prepared) =>
      perform(forStreams(), prepared, ({ client }, metadata, options, callback) => {
        const call = client.makeClientStreamRequest(
          path,
          requestSerialize,
          responseDeserialize,
          metadata,
          options,
          callback,
        );
        writeStream(call, requests).catch((error: unknown) => {
          callback(error instanceof Error ? error : new Error(String(error)));
          call.cancel();
        });
        return call;
      }),
    async *serverStream({ path, requestSerialize, responseDeserialize }, request, prepare) {
      const prepared = prepare();
      const rotated = forStreams();
      const channel = await rotated.enter(prepared);
      try {
        yield* readStream(prepared, (metadata, options) => {
          const { client } = channel;
          const call = client.makeServerStreamRequest(
            path,
            requestSerialize,
            responseDeserialize,
            request,
            metadata,
            options,
          );
          call.on('status', (end: StatusObject) => isLeaving(end.metadata) && rotated.abandon(channel));
          return call;
        });
      } finally {
        rotated.leave(channel);
      }
    },
    close() {
      calls.close();
      streams?.close();
    },
  };
}

const asBytes = (bytes: Buffer): Buffer => bytes;

/**
 * grpc-js takes a stack at the start of every call, for the message of one that fails. `perform` knows the caller without it,
 * which saves about 8 % of a small call’s CPU (medians of 3 x 60 rounds: 63 -> 58 µs).
 */
function withoutStack<T>(start: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return start();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Runs a call with one response on a channel. The callback may be called more than once; the first time counts. */
async function perform<Res>(
  rotation: ChannelRotation,
  prepared: Prepared,
  start: (
    channel: UsedChannel,
    metadata: Metadata,
    options: GrpcCallOptions,
    callback: (error: GrpcError | Error | null, response?: Res) => void,
  ) => RunningCall,
): Promise<Res> {
  const { deadline, signal } = prepared;
  const channel = await rotation.enter(prepared);
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<Res>((resolve, reject) => {
      // A throw in here rejects the promise.
      const call = start(channel, toMetadata(prepared), { deadline }, (error, response) => {
        if (error) reject(error);
        else resolve(response as Res);
      });
      call.on('status', (end) => isLeaving(end.metadata) && rotation.abandon(channel));
      if (signal?.aborted) call.cancel();
      else if (signal) {
        onAbort = () => call.cancel();
        signal.addEventListener('abort', onAbort, { once: true });
      }
    });
  } catch (error) {
    // Made here, after an await and not in grpc-js's callback, its stack names the functions that wait for the call.
    throw callError(error as GrpcError | Error, rotation, channel, signal);
  } finally {
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    rotation.leave(channel);
  }
}

/**
 * The error for the caller. Two codes of grpc-js say less than is known: a call whose time ended while no server was connected, and
 * one that was cancelled by a connection and not by its caller, could not reach a server.
 */
function callError(
  error: GrpcError | Error,
  rotation: ChannelRotation,
  channel: UsedChannel,
  signal: AbortSignal | undefined,
): Error {
  const code = 'code' in error ? error.code : undefined;
  const isLost =
    code === status.UNAVAILABLE ||
    (code === status.DEADLINE_EXCEEDED && !isConnected(channel)) ||
    (code === status.CANCELLED && signal?.aborted !== true);
  if (isLost) rotation.doubt(channel);
  return isLost && code !== status.UNAVAILABLE ? transportError(status.UNAVAILABLE, error) : toCallError(error, signal);
}

import type {
  Client,
  ClientReadableStream,
  ClientUnaryCall,
  ClientWritableStream,
  CallOptions as GrpcCallOptions,
  ServiceError as GrpcError,
  Metadata,
} from '@grpc/grpc-js';

/** Options of one call. */
export interface CallOptions {
  /** Longest wait, milliseconds; the caller's own deadline still holds if it is sooner. */
  timeoutMs?: number;
  /** Cancels the call: it rejects with the signal's reason, or TIMEOUT if that is a TimeoutError. */
  signal?: AbortSignal | undefined;
}

type Callback<Res> = (error: GrpcError | null, response: Res) => void;

// Each pattern meets the last overload that ts-proto writes for its kind of method. Streams are asked for first: a stream
// is also a ClientUnaryCall, but not the other way round.
type PromiseMethod<M> = M extends (
  request: infer Req,
  metadata?: Metadata,
  options?: Partial<GrpcCallOptions>,
) => ClientReadableStream<infer Res>
  ? (request: Req, options?: CallOptions) => AsyncIterable<Res>
  : M extends (
        metadata: Metadata,
        options: Partial<GrpcCallOptions>,
        callback: Callback<infer Res>,
      ) => ClientWritableStream<infer Req>
    ? (requests: AsyncIterable<Req>, options?: CallOptions) => Promise<Res>
    : M extends (
          request: infer Req,
          metadata: Metadata,
          options: Partial<GrpcCallOptions>,
          callback: Callback<infer Res>,
        ) => ClientUnaryCall
      ? (request: Req, options?: CallOptions) => Promise<Res>
      : never;

/**
 * A ts-proto client with promises: unary methods return the response, response streams are async iterables, request
 * streams take one. All reject with ServiceError.
 */
export type PromiseClient<C> = { readonly [K in Exclude<keyof C, keyof Client>]: PromiseMethod<C[K]> } & {
  /** Closes the connections; running calls end with UNAVAILABLE or TIMEOUT. */
  close(): void;
};

/** What a handler knows about its call besides the request. */
export interface Call {
  /** Aborted when the caller cancelled, went away or stopped waiting. */
  readonly signal: AbortSignal;
  /** When the caller stops waiting; undefined: never. */
  readonly deadline?: Date | undefined;
}

/** One method of a ts-proto service definition (`outputServices=grpc-js`). */
export interface MethodDefinition<Req = unknown, Res = unknown> {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestSerialize: (value: Req) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => Req;
  readonly responseSerialize: (value: Res) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Res;
  /** The field of bytes that is most of a response: `largeBytes`. */
  readonly largeField?: string;
}

type MethodRequest<M> = M extends { requestDeserialize: (bytes: Buffer) => infer Req } ? Req : never;
type MethodResponse<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Res } ? Res : never;

export type UnaryHandler<Req, Res> = (request: Req, call: Call) => Promise<Res>;
export type ServerStreamHandler<Req, Res> = (request: Req, call: Call) => AsyncIterable<Res>;
/** `requests` throws when the call is cancelled, so that half a stream does not look like a whole one. */
export type ClientStreamHandler<Req, Res> = (requests: AsyncIterable<Req>, call: Call) => Promise<Res>;

type MethodHandler<M> = M extends { requestStream: false; responseStream: false }
  ? UnaryHandler<MethodRequest<M>, MethodResponse<M>>
  : M extends { requestStream: false; responseStream: true }
    ? ServerStreamHandler<MethodRequest<M>, MethodResponse<M>>
    : M extends { requestStream: true; responseStream: false }
      ? ClientStreamHandler<MethodRequest<M>, MethodResponse<M>>
      : never;

/** One handler per method of the definition; the kind of the handler follows the kind of the method. */
export type Handlers<D> = { [K in keyof D]: MethodHandler<D[K]> };

// biome-ignore lint/suspicious/noExplicitAny: definitions of every message type stand side by side.
export type ServiceDefinition = Readonly<Record<string, MethodDefinition<any, any>>>;

/** A definition with its handlers, ready for `createGrpcServer`. */
export interface GrpcService {
  /** Full name, for example `svc.matcher.v1.MatcherService`. */
  readonly name: string;
  readonly definition: ServiceDefinition;
  readonly handlers: Readonly<Record<string, unknown>>;
}

/**
 * Binds async handlers to a service definition. Handlers throw ServiceError; anything else thrown is a bug, logged and
 * answered as INTERNAL.
 */
export function service<D extends ServiceDefinition>(definition: D, handlers: Handlers<D>): GrpcService {
  const path = Object.values(definition)[0]?.path ?? '';
  return { name: path.split('/')[1] ?? '', definition, handlers };
}

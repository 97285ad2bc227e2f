import { PassThrough, type Readable } from 'node:stream';
import type { Status } from '@svc/proto';
import { toStatus, unavailable } from '../error-status.js';
import { pump } from '../server/pump.js';
import { readMessages } from '../server/read-requests.js';
import { type CallRunner, runCall } from '../server/run-call.js';
import { ServerCall } from '../server/server-call.js';
import type {
  ClientStreamHandler,
  GrpcService,
  MethodDefinition,
  ServerStreamHandler,
  UnaryHandler,
} from '../service.js';
import type { InProcessCall } from './in-process-call.js';

/** An encoded message, so that caller and server share no object, and the bytes of its `largeField`, which they do share. */
export interface Payload {
  payload: Buffer;
  large?: { field: string; bytes: Buffer };
}

/** What travels back: a message, or the error that ended the call. */
export type Answer = Payload | { error: Status };

interface BoundMethod {
  definition: MethodDefinition;
  handler: unknown;
}

/** Runs calls of this process with the handlers that serve gRPC elsewhere. */
export class InProcessServer {
  readonly #methods = new Map<string, BoundMethod>();
  readonly #runner: CallRunner;
  readonly #running = new Set<InProcessCall>();

  constructor(services: readonly GrpcService[], runner: CallRunner) {
    this.#runner = runner;
    for (const { definition, handlers } of services) {
      for (const [key, method] of Object.entries(definition)) {
        this.#methods.set(method.path, { definition: method, handler: handlers[key] });
      }
    }
  }

  /** @returns false if there is no such method. */
  has(path: string): boolean {
    return this.#methods.has(path);
  }

  unary(path: string, payload: Buffer, source: InProcessCall, done: (answer: Answer) => void): void {
    const { definition, handler } = this.#method(path);
    const call = new ServerCall(source);
    this.#run(
      path,
      source,
      call,
      async () => {
        const request = definition.requestDeserialize(payload);
        return encode(definition, await (handler as UnaryHandler<unknown, unknown>)(request, call));
      },
      done,
    );
  }

  clientStream(path: string, messages: Readable, source: InProcessCall, done: (answer: Answer) => void): void {
    const { definition, handler } = this.#method(path);
    const call = new ServerCall(source);
    this.#run(
      path,
      source,
      call,
      async () => {
        const requests = decoded(readMessages<Buffer>(messages, call), definition.requestDeserialize);
        return encode(definition, await (handler as ClientStreamHandler<unknown, unknown>)(requests, call));
      },
      done,
    );
  }

  /** A stream of answers. The last one may be an error. */
  serverStream(path: string, payload: Buffer, source: InProcessCall): Readable {
    const { definition, handler } = this.#method(path);
    const call = new ServerCall(source);
    const answers = new PassThrough({ objectMode: true });
    this.#run(
      path,
      source,
      call,
      async () => {
        const responses = (handler as ServerStreamHandler<unknown, unknown>)(
          definition.requestDeserialize(payload),
          call,
        );
        await pump(
          decoded(responses, (response) => encode(definition, response)),
          answers,
          source,
        );
        return EMPTY;
      },
      (answer) => {
        if ('error' in answer) answers.write(answer);
        answers.end();
      },
    );
    return answers;
  }

  /** Ends the calls that still run. */
  end(): void {
    for (const call of this.#running) call.fail(unavailable('The server has stopped.'));
  }

  #method(path: string): BoundMethod {
    const method = this.#methods.get(path);
    if (!method) throw new Error(`${path} is not served.`);
    return method;
  }

  #run(
    path: string,
    source: InProcessCall,
    call: ServerCall,
    work: () => Promise<Payload>,
    done: (answer: Answer) => void,
  ): void {
    this.#running.add(source);
    runCall(this.#runner, path, call, work, (error, payload = EMPTY) => {
      this.#running.delete(source);
      done(error ? { error: toStatus(error) } : payload);
    });
  }
}

const NO_BYTES = Buffer.alloc(0);
const EMPTY: Payload = { payload: NO_BYTES };

function encode({ largeField: field, responseSerialize }: MethodDefinition, response: unknown): Payload {
  if (field === undefined) return { payload: responseSerialize(response) };
  const fields = response as Record<string, Buffer>;
  const bytes = fields[field] ?? NO_BYTES;
  return { payload: responseSerialize({ ...fields, [field]: NO_BYTES }), large: { field, bytes } };
}

async function* decoded<From, To>(messages: AsyncIterable<From>, decode: (message: From) => To): AsyncGenerator<To> {
  for await (const message of messages) yield decode(message);
}

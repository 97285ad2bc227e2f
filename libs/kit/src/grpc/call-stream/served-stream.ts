import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { CallReply, ExchangeRequest, ExchangeResponse, StartCall } from '@svc/proto';
import { ServiceError } from '../../errors/service-error.js';
import type { Logger } from '../../log/logger.js';
import { INTERNAL_MESSAGE, toStatus } from '../error-status.js';
import { MAX_MESSAGE_BYTES } from '../limits.js';
import { runCall } from '../run-call.js';
import { ServerCall } from '../server-call.js';
import type { MethodDefinition, UnaryHandler } from '../service.js';
import { MAX_RUNNING_CALLS } from './limits.js';
import { Outbox } from './outbox.js';
import { PartCollector, PartQueue } from './parts.js';
import { StreamedCall } from './streamed-call.js';

/** The unary methods of a server by path. */
export type UnaryMethods = ReadonlyMap<string, { method: MethodDefinition; handler: UnaryHandler<unknown, unknown> }>;

/** The server's end of one call stream. Handlers cannot tell its calls from ordinary ones. */
export class ServedStream {
  readonly #raw: ServerDuplexStream<ExchangeRequest, ExchangeResponse>;
  readonly #methods: UnaryMethods;
  readonly #log: Logger;
  readonly #outbox: Outbox<ExchangeResponse>;
  readonly #running = new Map<number, StreamedCall>();
  /** Calls of which only the first parts are here. */
  readonly #arriving = new Map<number, { start: StartCall; payload: PartCollector }>();
  readonly #replies = new PartQueue<CallReply>((reply) => reply);
  #pong = false;
  #goingAway = false;
  #halfClosed = false;

  constructor(raw: ServerDuplexStream<ExchangeRequest, ExchangeResponse>, methods: UnaryMethods, log: Logger) {
    this.#raw = raw;
    this.#methods = methods;
    this.#log = log;
    this.#outbox = new Outbox(raw, () => this.#take());
    raw.on('data', (request: ExchangeRequest) => this.#receive(request));
    raw.on('end', () => {
      this.#halfClosed = true;
      this.#endIfDone();
    });
    raw.on('error', () => this.#cancelAll());
    raw.on('close', () => this.#cancelAll());
  }

  /** Tells the client to send no more calls here. */
  goAway(): void {
    this.#goingAway = true;
    this.#outbox.wake();
  }

  #receive({ calls, cancelledIds, ping }: ExchangeRequest): void {
    for (const frame of calls) {
      const problem = this.#collect(frame);
      if (problem) {
        this.#raw.emit('error', { code: status.INVALID_ARGUMENT, details: problem });
        return;
      }
    }
    for (const id of cancelledIds) {
      this.#arriving.delete(id);
      this.#running.get(id)?.cancel();
      if (!this.#running.delete(id)) this.#replies.remove(id);
    }
    if (ping) {
      this.#pong = true;
      this.#outbox.wake();
    }
    if (this.#replies.length > MAX_RUNNING_CALLS) this.#raw.pause(); // A client that does not read gets no more work done.
    this.#endIfDone();
  }

  /** Starts the call if this is all of it. Answers what is wrong with a frame that cannot be. */
  #collect(frame: StartCall): string | undefined {
    const { id, more } = frame;
    if (this.#running.has(id)) return `Call id ${id} is in use.`;
    const arriving = this.#arriving.get(id) ?? { start: frame, payload: new PartCollector() };
    const payload = arriving.payload.add(frame.payload, more);
    if (arriving.payload.bytes > MAX_MESSAGE_BYTES) return `The request of call ${id} is too large.`;
    if (payload) {
      this.#arriving.delete(id);
      this.#start(payload === frame.payload ? frame : { ...arriving.start, payload });
    } else {
      if (this.#arriving.size >= MAX_RUNNING_CALLS) return 'Too many requests are half sent.';
      this.#arriving.set(id, arriving);
    }
    return undefined;
  }

  #start(start: StartCall): void {
    const found = this.#methods.get(start.method);
    if (!found) {
      this.#reply(start.id, {
        error: { code: status.UNIMPLEMENTED, message: 'The server offers no such unary method.', details: [] },
      });
      return;
    }
    if (this.#running.size >= MAX_RUNNING_CALLS) {
      this.#reply(start.id, { error: toStatus(new ServiceError('UNAVAILABLE', 'Too many calls at a time.')) });
      return;
    }
    const { method, handler } = found;
    const source = new StreamedCall(start);
    const call = new ServerCall(source);
    this.#running.set(start.id, source);
    runCall(
      this.#log,
      start.method,
      call,
      async () => method.responseSerialize(await handler(method.requestDeserialize(start.payload), call)),
      (error, payload) => {
        source.finish();
        if (this.#running.get(start.id) !== source) return; // Cancelled: nobody waits, and its id may be taken again.
        this.#running.delete(start.id);
        if (error) this.#reply(start.id, { error: toStatus(error) });
        else if (payload) this.#answer(start, payload);
      },
    );
  }

  #answer({ id, method }: StartCall, payload: Buffer): void {
    if (payload.length <= MAX_MESSAGE_BYTES) {
      this.#reply(id, { payload });
      return;
    }
    this.#log.error({ method, bytes: payload.length }, 'response too large');
    this.#reply(id, { error: toStatus(new ServiceError('INTERNAL', INTERNAL_MESSAGE)) });
  }

  #reply(id: number, { payload = EMPTY, error }: Partial<CallReply>): void {
    this.#replies.push({ id, payload, more: false, error });
    this.#outbox.wake();
  }

  #take(): ExchangeResponse | undefined {
    if (this.#replies.length === 0 && !this.#pong && !this.#goingAway) return undefined;
    const replies = this.#replies.take();
    if (this.#replies.length === 0 && this.#raw.isPaused()) this.#raw.resume();
    const response = { replies, pong: this.#pong, goingAway: this.#goingAway };
    this.#pong = false;
    this.#goingAway = false;
    this.#endIfDone();
    return response;
  }

  #endIfDone(): void {
    if (this.#halfClosed && this.#running.size === 0 && this.#replies.length === 0) this.#outbox.end();
  }

  #cancelAll(): void {
    for (const call of this.#running.values()) call.cancel();
    this.#running.clear();
    this.#arriving.clear();
    this.#replies.clear();
  }
}

const EMPTY = Buffer.alloc(0);

import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client, type ClientDuplexStream, Metadata, status } from '@grpc/grpc-js';
import type { ExchangeRequest, ExchangeResponse } from '@svc/proto';
import type { Logger } from '../../log/logger.js';
import { ClientStream, type StreamEnd, type StreamEvents } from './client-stream.js';
import {
  BEAT_MS,
  FALLBACK_MS,
  IDLE_MS,
  MAX_AGE_BEATS,
  MAX_OPENING,
  MAX_WAIT_BEATS,
  MAX_WAITING_CALLS,
  QUIET_BEATS,
  RECONNECT_BEATS,
  RENEWAL_BEATS,
} from './limits.js';
import type { CallResult, PendingCall } from './pending-call.js';
import { exchangeMethod } from './wire.js';

/** Streams and timers outlive the request that was the first to need them, and are no part of it. */
const outsideOfRequests = AsyncLocalStorage.snapshot();

/**
 * The call streams of one client: one to each replica that answers. gRPC's round robin leads every new stream to the next
 * replica; a new stream gets calls once it has answered a ping, and then takes the place of the older one to the same replica.
 * So new replicas are found, old connections are left, and one that is frozen gets no calls.
 */
export class StreamPool implements StreamEvents {
  readonly #open: () => ClientDuplexStream<ExchangeRequest, ExchangeResponse>;
  /** The newest proven stream to each replica, by address. */
  readonly #current = new Map<string, ClientStream>();
  /** All that are looked after: those, new ones that have not answered yet, and old ones with their last calls. */
  readonly #all = new Set<ClientStream>();
  readonly #opening = new Set<ClientStream>();
  readonly #waiting = new Set<PendingCall>();
  readonly #log: Logger | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #turn = 0;
  #beats = 0;
  #nextRenewal = 0;
  #renewalBeats = 1;
  #lastUse = 0;
  #fallbackUntil = 0;
  #closed = false;

  /**
   * @param client - a channel for streams alone: another call would turn the round robin further unseen.
   * @param log - is told of replicas that do not answer.
   */
  constructor(client: Client, log?: Logger) {
    this.#log = log;
    const { path, requestSerialize, responseDeserialize } = exchangeMethod;
    this.#open = () =>
      outsideOfRequests(() =>
        client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, new Metadata(), {
          deadline: Number.POSITIVE_INFINITY,
        }),
      );
  }

  /** Hands the call to the replica with the fewest calls, or lets it wait until one answers. */
  submit(call: PendingCall): void {
    if (this.#closed) {
      call.settle({ kind: 'unsent', reason: 'The client is closed.' });
      return;
    }
    this.#lastUse = this.#beats;
    if (!this.#timer) this.#wake();
    const stream = this.#pick();
    if (stream) {
      stream.send(call);
    } else if (this.#waiting.size >= MAX_WAITING_CALLS) {
      call.settle({ kind: 'unsent', reason: 'Too many calls wait for a replica that answers.' });
    } else {
      call.holder = this;
      this.#waiting.add(call);
      if (this.#opening.size === 0) this.#renew();
    }
  }

  abandon(call: PendingCall): void {
    this.#waiting.delete(call);
  }

  /** Whether calls have to go one by one, since a replica offers no call streams. */
  get unsupported(): boolean {
    return this.#fallbackUntil > 0 && performance.now() < this.#fallbackUntil;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#idle);
    for (const stream of this.#all) stream.destroy();
    this.#settleWaiting({ kind: 'unsent', reason: 'The client is closed.' });
  }

  onUsable(stream: ClientStream): void {
    if (this.#opening.delete(stream)) {
      const older = this.#current.get(stream.peer);
      this.#current.delete(stream.peer);
      this.#current.set(stream.peer, stream);
      if (older) {
        stream.replace(older);
      } else {
        this.#hurry();
        this.#renew();
      }
    }
    this.#sendWaiting();
  }

  onSuspect(stream: ClientStream): void {
    const { peer } = stream;
    if (this.#current.get(peer) !== stream) return;
    this.#log?.warn({ peer }, 'replica does not answer: it gets no calls until it does');
  }

  onGoingAway(stream: ClientStream): void {
    this.#forget(stream);
    stream.drain();
  }

  onEnd(stream: ClientStream, end: StreamEnd): void {
    this.#all.delete(stream);
    this.#forget(stream);
    const wasOpening = this.#opening.delete(stream);
    if (this.#closed) return;
    if (end.code === status.UNIMPLEMENTED) {
      this.#fallbackUntil = performance.now() + FALLBACK_MS;
      this.#settleWaiting({ kind: 'unsupported' });
    } else if (wasOpening && end.code !== status.DEADLINE_EXCEEDED && this.#opening.size + this.#current.size === 0) {
      this.#onRefused(end.details);
    }
  }

  /** Refused, not frozen. The channel may only be resting after an attempt of long ago, so the calls of a moment ago wait for the next. */
  #onRefused(reason: string): void {
    for (const call of this.#waiting) {
      if (call.waited < RECONNECT_BEATS) continue;
      this.#waiting.delete(call);
      call.settle({ kind: 'unsent', reason });
    }
  }

  #sendWaiting(): void {
    for (const call of this.#waiting) {
      const stream = this.#pick();
      if (!stream) return;
      this.#waiting.delete(call);
      stream.send(call);
    }
  }

  /** The proven stream with the fewest calls; of several, the one that had its turn longest ago. */
  #pick(): ClientStream | undefined {
    let best: ClientStream | undefined;
    for (const stream of this.#current.values()) {
      if (!stream.usable) continue;
      if (!best || stream.load < best.load || (stream.load === best.load && stream.lastTurn < best.lastTurn))
        best = stream;
    }
    if (best) best.lastTurn = ++this.#turn;
    return best;
  }

  /** Opens a stream to the next replica. Fewer and fewer while that finds no other one. */
  #renew(): void {
    this.#nextRenewal = this.#beats + this.#renewalBeats;
    const slowest = Math.min(RENEWAL_BEATS, MAX_AGE_BEATS / 2 / Math.max(1, this.#current.size));
    this.#renewalBeats = Math.min(this.#renewalBeats * 2, slowest);
    if (this.#opening.size >= MAX_OPENING) return;
    const stream = new ClientStream(this.#open(), this);
    this.#all.add(stream);
    this.#opening.add(stream);
  }

  /** Replicas have come or gone: there may be others. */
  #hurry(): void {
    this.#nextRenewal = this.#beats;
    this.#renewalBeats = 1;
  }

  #beat(): void {
    this.#beats += 1;
    const busy = this.#waiting.size > 0 || [...this.#all].some((stream) => stream.busy);
    if (busy) this.#lastUse = this.#beats;
    if (this.#beats - this.#lastUse >= QUIET_BEATS) {
      this.#rest();
      return;
    }
    for (const stream of this.#all) {
      stream.beat();
      if (stream.age > MAX_AGE_BEATS) this.onGoingAway(stream);
    }
    this.#sendWaiting(); // Calls that were cancelled may have made room.
    for (const call of this.#waiting) {
      call.waited += 1;
      if (call.waited < MAX_WAIT_BEATS) continue;
      this.#waiting.delete(call);
      call.settle({ kind: 'unanswered' });
    }
    if (this.#waiting.size > 0 || this.#beats >= this.#nextRenewal) this.#renew();
  }

  /** Nobody calls: no pings and no new streams until somebody does. */
  #rest(): void {
    for (const stream of this.#opening) stream.destroy();
    for (const stream of this.#all) stream.doubt();
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#idle = setTimeout(() => {
      for (const stream of this.#all) this.onGoingAway(stream);
    }, IDLE_MS).unref();
  }

  #wake(): void {
    clearTimeout(this.#idle);
    this.#timer = outsideOfRequests(() => setInterval(() => this.#beat(), BEAT_MS).unref());
    this.#hurry();
    for (const stream of this.#all) stream.ping();
  }

  #forget(stream: ClientStream): void {
    if (this.#current.get(stream.peer) !== stream) return;
    this.#current.delete(stream.peer);
    this.#hurry();
  }

  #settleWaiting(result: CallResult): void {
    for (const call of this.#waiting) call.settle(result);
    this.#waiting.clear();
  }
}

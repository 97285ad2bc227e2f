import { type ClientDuplexStream, type StatusObject, status } from '@grpc/grpc-js';
import type { ExchangeRequest, ExchangeResponse, StartCall } from '@svc/proto';
import { LOST_BEATS, MAX_OUTSTANDING_CALLS, PENALTY_KEPT, SUSPECT_BEATS } from './limits.js';
import { Outbox } from './outbox.js';
import { PartQueue } from './parts.js';
import type { PendingCall } from './pending-call.js';

const EMPTY_FRAME = { method: '', timeoutMs: 0, requestId: '', traceparent: '' };

/** Why a stream ended, in terms of gRPC. */
export type StreamEnd = Pick<StatusObject, 'code' | 'details'>;

/** What the owner of a stream is told. */
export interface StreamEvents {
  /** It may get calls now: the server has answered for the first time, or again after a silence, or one call too many ended. */
  onUsable(stream: ClientStream): void;
  /** The server has not answered for a while: no new calls, for the time being. */
  onSuspect(stream: ClientStream): void;
  /** The server asked for no more calls. */
  onGoingAway(stream: ClientStream): void;
  /** Nothing comes any more; its calls are settled. */
  onEnd(stream: ClientStream, end: StreamEnd): void;
}

/** The client's end of one call stream, with the calls that wait for their answers on it. */
export class ClientStream {
  readonly #raw: ClientDuplexStream<ExchangeRequest, ExchangeResponse>;
  readonly #events: StreamEvents;
  readonly #outbox: Outbox<ExchangeRequest>;
  readonly #outstanding = new Map<number, PendingCall>();
  readonly #calls = new PartQueue<StartCall>(({ id, payload, more }) => ({ ...EMPTY_FRAME, id, payload, more }));
  #cancelledIds: number[] = [];
  #ping = false;
  /** Address of the replica, once it has answered. */
  peer = '';
  /** Beats since it was opened. */
  age = 0;
  /** When it was last chosen, in turns of its owner. */
  lastTurn = 0;
  #nextId = 1;
  #asked = false;
  #proven = false;
  #heard = false;
  #missedBeats = 0;
  #penalty = 0;
  #draining = false;
  #ended = false;
  /** The stream to the same replica that this one takes the place of; it may still have calls. */
  #older: ClientStream | undefined;

  constructor(raw: ClientDuplexStream<ExchangeRequest, ExchangeResponse>, events: StreamEvents) {
    this.#raw = raw;
    this.#events = events;
    this.#outbox = new Outbox(raw, () => this.#take());
    raw.on('data', (response: ExchangeResponse) => this.#receive(response));
    raw.on('error', () => {}); // 'status' follows and says the same.
    raw.on('status', (end: StatusObject) => this.#end(end));
    this.ping();
  }

  /** Whether it may get a call now. */
  get usable(): boolean {
    return this.#proven && !this.#draining && this.load < MAX_OUTSTANDING_CALLS;
  }

  /** Whether calls wait for their answers. */
  get busy(): boolean {
    return this.#outstanding.size > 0;
  }

  /**
   * What the replica has to do: those calls, also on the stream before, and calls that were lately answered with UNAVAILABLE,
   * since a replica that fails at once is not the quickest.
   */
  get load(): number {
    return this.#outstanding.size + this.#penalty + (this.#older ? this.#older.#outstanding.size : 0);
  }

  /** Takes the place of an older stream to the same replica. */
  replace(older: ClientStream): void {
    this.#older = older;
    this.#penalty = older.#penalty;
    older.#older = undefined;
    older.drain();
  }

  send(call: PendingCall): void {
    const id = this.#nextId++;
    call.holder = this;
    this.#outstanding.set(id, call);
    this.#calls.push(call.start(id));
    this.#outbox.wake();
  }

  /** Nobody waits for this call any more. */
  abandon({ id }: PendingCall): void {
    if (!this.#outstanding.delete(id)) return;
    this.#calls.remove(id);
    this.#cancelledIds.push(id);
    this.#outbox.wake();
    this.#endIfDone();
  }

  ping(): void {
    this.#asked = true;
    this.#ping = true;
    this.#outbox.wake();
  }

  /** Looks after the stream; called every BEAT_MS. After a stall of this process too, one beat misses at most one answer. */
  beat(): void {
    this.age += 1;
    this.#penalty = this.#penalty < 0.5 ? 0 : this.#penalty * PENALTY_KEPT;
    this.#missedBeats = this.#heard ? 0 : this.#missedBeats + 1;
    if (!this.#heard) this.ping();
    this.#heard = false;
    if (this.#missedBeats >= SUSPECT_BEATS && this.#proven) {
      this.#proven = false;
      this.#events.onSuspect(this);
    }
    if (this.#missedBeats >= LOST_BEATS) {
      this.#end({ code: status.DEADLINE_EXCEEDED, details: 'The replica does not answer.' });
    }
  }

  /** Nothing is known about the replica any more: it must answer a ping before the next call. */
  doubt(): void {
    this.#asked = false;
    this.#proven = false;
    this.#missedBeats = 0;
  }

  /** No new calls; ends once those that were sent are answered. */
  drain(): void {
    this.#draining = true;
    this.#endIfDone();
  }

  /** Ends at once, and with it all its calls. */
  destroy(): void {
    this.#end({ code: status.UNAVAILABLE, details: 'The client was closed.' });
  }

  #receive({ replies, goingAway }: ExchangeResponse): void {
    const wasUsable = this.usable;
    this.#heard = true;
    for (const { id, payload, more, error } of replies) {
      const call = this.#outstanding.get(id);
      if (!call) continue; // Abandoned in the meantime.
      if (error) {
        if (error.code === status.UNAVAILABLE) this.#penalty += 1;
        call.settle({ kind: 'error', error });
        this.#outstanding.delete(id);
      } else if (call.receive(payload, more)) {
        this.#outstanding.delete(id);
      }
    }
    if (goingAway && !this.#draining) this.#events.onGoingAway(this);
    this.#endIfDone();
    if (this.#asked && !this.#proven) {
      this.peer = this.#raw.getPeer();
      this.#proven = true;
      this.#missedBeats = 0;
    }
    if (!wasUsable && this.usable) this.#events.onUsable(this);
  }

  #take(): ExchangeRequest | undefined {
    if (this.#calls.length === 0 && this.#cancelledIds.length === 0 && !this.#ping) return undefined;
    const request = { calls: this.#calls.take(), cancelledIds: this.#cancelledIds, ping: this.#ping };
    this.#cancelledIds = [];
    this.#ping = false;
    return request;
  }

  #endIfDone(): void {
    if (this.#draining && this.#outstanding.size === 0) this.#outbox.end();
  }

  #end(end: StreamEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#proven = false;
    this.#raw.cancel();
    for (const call of this.#outstanding.values()) call.settle({ kind: 'lost', reason: end.details });
    this.#outstanding.clear();
    this.#events.onEnd(this, end);
  }
}

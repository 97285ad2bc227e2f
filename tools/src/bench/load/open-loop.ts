import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type AnswerHead, readHead } from './answer-head.js';
import { seeded } from './seed.js';

/** One kind of request; its texts are sent in turn. */
export interface Traffic {
  kind: string;
  /** Its share of all requests, in parts. */
  weight: number;
  /** Whole HTTP/1.1 requests. */
  texts: string[];
}

/** A stretch of load. `perSecond`: requests start at random moments, whether earlier ones were answered or not. */
export interface Phase {
  seconds: number;
  perSecond: number;
}

/** Outcomes of the requests of one kind. Latencies count from the time at which a request was due. */
export interface Outcome {
  due: number;
  /** 2xx within `MAX_LATENESS_MS`. */
  good: number;
  /** 503. */
  refused: number;
  /** Anything else: other answers, 2xx too late, broken connections, no free socket. */
  failed: number;
  /** Of every 2xx, milliseconds. */
  latencies: number[];
}

export interface PhaseOutcome {
  kinds: Record<string, Outcome>;
  /** From the start of the phase to the last request that was not good, milliseconds; 0: all were. */
  troubleMs: number;
}

/** After this a caller has no more use for an answer, milliseconds. */
const MAX_LATENESS_MS = 1_000;
/** After this the caller closes the connection, milliseconds. */
const GIVE_UP_MS = 5_000;

interface Pending {
  outcome: Outcome;
  phase: PhaseOutcome;
  phaseStartedAt: number;
  dueAt: number;
}

interface Line {
  socket: Socket;
  pending: Pending | undefined;
  head: AnswerHead | undefined;
  /** Bytes of the body that are still to come. */
  left: number;
}

/**
 * Sends traffic over at most `maxSockets` keep-alive connections. Open loop: a request that finds no free socket has failed.
 * @param closed - closed loop instead: so many connections, each sends its next request after an answer.
 */
export class LoadGenerator {
  readonly #idle: Line[] = [];
  readonly #lines = new Set<Line>();
  readonly #next: () => { kind: string; text: string };
  readonly #random = seeded(11);
  #onIdle: (() => void) | undefined;

  constructor(private readonly options: { port: number; traffic: Traffic[]; maxSockets: number }) {
    this.#next = inTurn(options.traffic, this.#random);
  }

  /** Opens every connection in advance: callers behind a proxy or with a kept connection do not wait for one. */
  async connect(): Promise<void> {
    for (let line = this.#connect(); line; line = this.#connect()) {
      await once(line.socket, 'connect');
      this.#idle.push(line);
    }
  }

  /** Resolves when every request of the phase is answered or has been abandoned. */
  async open({ seconds, perSecond }: Phase): Promise<PhaseOutcome> {
    const phase = this.#newPhase();
    const startedAt = performance.now();
    const endsAt = startedAt + seconds * 1_000;
    let dueAt = startedAt + this.#pauseMs(perSecond);
    await new Promise<void>((resolve) => {
      const tick = () => {
        const now = performance.now();
        for (; dueAt <= now && dueAt < endsAt; dueAt += this.#pauseMs(perSecond)) this.#send(phase, startedAt, dueAt);
        this.#abandon(now);
        if (dueAt < endsAt || this.#idle.length < this.#lines.size) setTimeout(tick, 1);
        else resolve();
      };
      tick();
    });
    return phase;
  }

  async closed(connections: number, seconds: number): Promise<PhaseOutcome> {
    const phase = this.#newPhase();
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      const step = () => {
        const now = performance.now();
        if (now - startedAt < seconds * 1_000) this.#send(phase, startedAt, now);
        else if (this.#idle.length === this.#lines.size) resolve();
      };
      this.#onIdle = step;
      for (let i = 0; i < connections; i++) step();
    });
    this.#onIdle = undefined;
    return phase;
  }

  close(): void {
    for (const { socket } of this.#lines) socket.destroy();
  }

  #newPhase(): PhaseOutcome {
    const kinds = this.options.traffic.map(({ kind }): [string, Outcome] => [
      kind,
      { due: 0, good: 0, refused: 0, failed: 0, latencies: [] },
    ]);
    return { kinds: Object.fromEntries(kinds), troubleMs: 0 };
  }

  /** Exponential, as between callers who know nothing of each other. */
  #pauseMs(perSecond: number): number {
    return (-Math.log(1 - this.#random()) * 1_000) / perSecond;
  }

  #send(phase: PhaseOutcome, phaseStartedAt: number, dueAt: number): void {
    const { kind, text } = this.#next();
    const outcome = phase.kinds[kind] as Outcome;
    outcome.due += 1;
    const pending = { outcome, phase, phaseStartedAt, dueAt };
    const line = this.#idle.pop() ?? this.#connect();
    if (line) {
      line.pending = pending;
      line.socket.write(text, 'latin1');
    } else {
      settle(pending, undefined);
    }
  }

  #connect(): Line | undefined {
    if (this.#lines.size >= this.options.maxSockets) return undefined;
    const socket = connect({ port: this.options.port, host: '127.0.0.1', noDelay: true });
    const line: Line = { socket, pending: undefined, head: undefined, left: 0 };
    this.#lines.add(line);
    socket.on('data', (chunk) => this.#receive(line, chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#drop(line));
    return line;
  }

  #receive(line: Line, chunk: Buffer): void {
    if (line.head === undefined) {
      line.head = readHead(chunk);
      line.left = line.head.bodyBytes - (chunk.length - line.head.headBytes);
    } else {
      line.left -= chunk.length;
    }
    if (line.left > 0) return;
    const { status, closes } = line.head;
    const { pending } = line;
    line.head = undefined;
    line.pending = undefined;
    if (closes) line.socket.destroy();
    else this.#idle.push(line);
    if (pending) settle(pending, status);
    if (!closes) this.#onIdle?.();
  }

  #drop(line: Line): void {
    this.#lines.delete(line);
    const at = this.#idle.indexOf(line);
    if (at >= 0) this.#idle.splice(at, 1);
    if (line.pending) settle(line.pending, undefined);
    line.pending = undefined;
    this.#onIdle?.();
  }

  #abandon(now: number): void {
    for (const line of this.#lines) {
      if (line.pending && now - line.pending.dueAt > GIVE_UP_MS) line.socket.destroy();
    }
  }
}

/** @param status - undefined: there was no answer. */
function settle({ outcome, phase, phaseStartedAt, dueAt }: Pending, status: number | undefined): void {
  const now = performance.now();
  const elapsed = now - dueAt;
  const isSuccess = status !== undefined && status >= 200 && status < 300;
  if (isSuccess) outcome.latencies.push(elapsed);
  if (isSuccess && elapsed <= MAX_LATENESS_MS) {
    outcome.good += 1;
    return;
  }
  if (status === 503) outcome.refused += 1;
  else outcome.failed += 1;
  phase.troubleMs = Math.max(phase.troubleMs, now - phaseStartedAt);
}

/** Kinds by their weights at random, the texts of each in turn. */
function inTurn(traffic: Traffic[], random: () => number): () => { kind: string; text: string } {
  const tickets = traffic.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const sent = new Map<Traffic, number>();
  return () => {
    const chosen = tickets[Math.floor(random() * tickets.length)] as Traffic;
    const turn = sent.get(chosen) ?? 0;
    sent.set(chosen, turn + 1);
    return { kind: chosen.kind, text: chosen.texts[turn % chosen.texts.length] as string };
  };
}

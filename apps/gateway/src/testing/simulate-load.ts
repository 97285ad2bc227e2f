import { Admission } from '../admission/admission.js';
import type { RequestClass } from '../admission/request-class.js';

/** Requests of one class that arrive whether earlier ones were answered or not. */
export interface Arrivals {
  name: RequestClass;
  /** Mean number of arrivals per second at a time in seconds. */
  perSecond: (atS: number) => number;
  /** Mean time that the server works on one, milliseconds. */
  workMs: number;
  /** Classes with the same server wait for each other. Default: one server for all. */
  server?: string;
  /** Time after the work in which no server is busy with it, as for a commit of the database, milliseconds. Default 0. */
  waitMs?: number;
  /** Default true. See `isOrdinary`. */
  ordinary?: boolean;
}

/** One request, milliseconds of the simulated clock. */
export interface Simulated {
  name: RequestClass;
  at: number;
  /** Undefined: it was refused. */
  doneAt: number | undefined;
}

/** Repeatable random numbers in [0, 1). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state >>> 8) + 0.5) / 2 ** 24;
  };
}

/**
 * Runs admission in front of servers that work on one request after the other, on a simulated clock. Pauses between arrivals and times of
 * work are exponential.
 * @returns every request, in order of arrival, and the most that were in work at the same time.
 */
export function simulateLoad(arrivals: Arrivals[], options: { seconds: number; seed: number }) {
  const random = randomNumbers(options.seed);
  const exponential = (mean: number) => -Math.log(random()) * mean;
  let now = 0;
  const admission = new Admission(() => now);
  const requests: Simulated[] = [];
  const freeAt = new Map<string, number>();
  const running: { doneAt: number; leave: (isSuccess: boolean) => void }[] = [];
  let most = 0;
  const finishUntil = (time: number) => {
    while (running[0] !== undefined && running[0].doneAt <= time) {
      const { doneAt, leave } = running.shift() as (typeof running)[number];
      now = doneAt;
      leave(true);
    }
    now = time;
  };
  for (const { at, source } of mergedArrivals(arrivals, options.seconds, exponential)) {
    finishUntil(at);
    const { name, workMs, waitMs = 0, server = 'all', ordinary = name !== 'management' && name !== 'chat' } = source;
    const request: Simulated = { name, at, doneAt: undefined };
    requests.push(request);
    if (!admission.admits(name)) continue;
    const workedAt = Math.max(now, freeAt.get(server) ?? 0) + exponential(workMs);
    freeAt.set(server, workedAt);
    request.doneAt = workedAt + exponential(waitMs);
    insert(running, { doneAt: request.doneAt, leave: admission.enter(name, ordinary) });
    most = Math.max(most, running.length);
  }
  finishUntil(Number.MAX_SAFE_INTEGER);
  return { requests, most };
}

function mergedArrivals(arrivals: Arrivals[], seconds: number, exponential: (mean: number) => number) {
  const all: { at: number; source: Arrivals }[] = [];
  for (const source of arrivals) {
    for (let at = 0; at < seconds * 1_000; ) {
      const perSecond = source.perSecond(at / 1_000);
      if (perSecond > 0) all.push({ at, source });
      at += perSecond > 0 ? exponential(1_000 / perSecond) : 1;
    }
  }
  return all.sort((a, b) => a.at - b.at);
}

/** Keeps `doneAt` ascending; most requests belong at the end. */
function insert<T extends { doneAt: number }>(sorted: T[], one: T): void {
  let index = sorted.length;
  while (index > 0 && (sorted[index - 1] as T).doneAt > one.doneAt) index -= 1;
  sorted.splice(index, 0, one);
}

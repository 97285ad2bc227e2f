import { getOrAdd } from '../get-or-add.js';
import type { FunnelVisit, FunnelVisitEvent } from '../visits/funnel-visit.js';
import { toTimeClass } from './time-classes.js';

/** A visit with all of its events, in any order. */
export type WholeVisit = Omit<FunnelVisit, 'visitId'> & { events: readonly FunnelVisitEvent[] };

/** What sums are kept by. */
export type Dimensions = Omit<FunnelVisit, 'visitId'>;

export interface FunnelSums {
  visits: number;
  starts: number;
  finishes: number;
}

export interface StepSums {
  shown: number;
  answered: number;
  back: number;
  exits: number;
  /** Sum of the places at which visits were shown it first, from 0. */
  firstShown: number;
  /** Visits by class of the time on the step. */
  times: Map<number, number>;
}

export interface DaySums {
  funnels: (Dimensions & FunnelSums)[];
  steps: (Dimensions & StepSums & { stepId: number })[];
}

/** Adds visits of one day up, one at a time, so that memory grows with the number of sums, not with visits. docs/insight.md N11. */
export function createDaySums(): { add(visit: WholeVisit): void; get(): DaySums } {
  const funnels = new Map<string, Dimensions & FunnelSums>();
  const steps = new Map<string, Dimensions & StepSums & { stepId: number }>();
  return {
    add({ events, ...dimensions }) {
      const inOrder = [...events].sort((a, b) => a.n - b.n);
      const path = readPath(inOrder);
      const last = path.shown.at(-1);
      if (last === undefined) return;
      const { funnelId, versionId, locale, source, device } = dimensions;
      const key = JSON.stringify([funnelId, versionId, locale, source, device]);
      const funnel = getOrAdd(funnels, key, () => ({ ...dimensions, visits: 0, starts: 0, finishes: 0 }));
      funnel.visits += 1;
      if (path.isStarted) funnel.starts += 1;
      if (path.isFinished) funnel.finishes += 1;
      [...new Set(path.shown)].forEach((stepId, place) => {
        const empty = { shown: 0, answered: 0, back: 0, exits: 0, firstShown: 0 };
        const step = getOrAdd(steps, `${key} ${stepId}`, () => ({ ...dimensions, stepId, ...empty, times: new Map() }));
        step.shown += 1;
        step.firstShown += place;
        if (path.answered.has(stepId)) step.answered += 1;
        if (path.back.has(stepId)) step.back += 1;
        if (!path.isFinished && stepId === last) step.exits += 1;
        const ms = path.times.get(stepId);
        if (ms !== undefined) step.times.set(toTimeClass(ms), (step.times.get(toTimeClass(ms)) ?? 0) + 1);
      });
    },
    get: () => ({ funnels: [...funnels.values()], steps: [...steps.values()] }),
  };
}

/** What a visit did. `shown`: every time that a step was shown. `times`: by step, all its times together. */
function readPath(events: readonly FunnelVisitEvent[]) {
  const shown: number[] = [];
  const answered = new Set<number>();
  const back = new Set<number>();
  const times = new Map<number, number>();
  let isFinished = false;
  let open: { stepId: number; sinceMs: number; untilMs: number | undefined } | undefined;
  const close = (atMs: number | undefined) => {
    const untilMs = atMs ?? open?.untilMs;
    if (open && untilMs !== undefined) {
      times.set(open.stepId, (times.get(open.stepId) ?? 0) + Math.max(0, untilMs - open.sinceMs));
    }
    open = undefined;
  };
  for (const { type, stepId, atMs } of events) {
    if (type === 'SHOWN') {
      close(atMs);
      shown.push(stepId);
      open = { stepId, sinceMs: atMs, untilMs: undefined };
    } else if (type === 'FINISHED') {
      close(atMs);
      isFinished = true;
    } else if (open) open.untilMs = atMs;
    if (type === 'ANSWERED') answered.add(stepId);
    if (type === 'BACK') back.add(stepId);
  }
  close(undefined);
  return { shown, answered, back, times, isFinished, isStarted: answered.size > 0 || isFinished };
}

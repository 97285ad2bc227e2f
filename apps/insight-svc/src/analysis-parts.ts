import {
  type Bus,
  type Clock,
  createPeriodic,
  type FollowedName,
  type Logger,
  measureFollower,
  type Periodic,
  type ServiceStatus,
} from '@svc/kit';
import type { Knex } from 'knex';
import { createAnalysisClient } from './clients/analysis.js';
import { createMatcherClient } from './clients/matcher.js';
import { addUpAnalyses, expireOldFacts, type RestingDays } from './usecases/add-up-analyses.js';
import { followEvents, followFacts } from './usecases/follow-analyses.js';
import { followErasures } from './usecases/follow-erasures.js';
import { measureLag } from './usecases/measure-lag.js';

/** Interval of polling for erasures, where the bus does not report them: they are deleted here within 60 s. docs/insight.md N8.3. */
const ERASURES_EVERY_MS = 15_000;
const FOLLOW_EVERY_MS = 5_000;
/** The same where nothing has changed for a while: what is followed is added up immediately, within 10 s in all. docs/insight.md N21.6. */
const QUIET_FOLLOW_EVERY_MS = 10_000;
const QUIET_AFTER_MS = 30_000;
/** Interval of sums while no day rests: what is followed starts them, so these only renew `completeUntil`. */
const QUIET_SUMS_EVERY_MS = 15_000;
const EXPIRE_EVERY_MS = 60 * 60_000;

/** The part of the service that follows analyses, their events and their erasures. */
export interface AnalysisParts {
  start(): void;
  /** Adds up the days that are marked, also those that rest. */
  addUp(): void;
  stop(): Promise<void>;
}

export function createAnalysisParts(
  config: { ANALYSIS_ADDR: string; MATCHER_ADDR: string },
  {
    db,
    log,
    bus,
    clock,
    status,
  }: { db: Knex; log: Logger; bus: Bus; clock: Clock; status: Pick<ServiceStatus, 'showAge'> },
): AnalysisParts {
  const analysis = createAnalysisClient(config.ANALYSIS_ADDR);
  const matcher = createMatcherClient(config.MATCHER_ADDR);
  const running: Periodic[] = [];
  const measured: (() => void)[] = [];
  const resting: RestingDays = new Map();
  let sums: Periodic | undefined;
  let changedAt = performance.now();
  let unsubscribe = () => {};
  return {
    start() {
      const repeat = (name: string, everyMs: number | (() => number), run: (signal: AbortSignal) => Promise<void>) => {
        const periodic = createPeriodic({ name, everyMs, log, run });
        running.push(periodic);
        return periodic;
      };
      const follow = (
        follows: FollowedName,
        everyMs: number | (() => number),
        run: (signal: AbortSignal) => Promise<void>,
      ) => {
        const follower = measureFollower(follows, run, status);
        measured.push(follower.stop);
        return repeat(`follow ${follows}`, everyMs, follower.run);
      };
      const erasures = follow('erasures', ERASURES_EVERY_MS, followErasures({ db, source: analysis }));
      unsubscribe = bus.subscribe('analysis-erased', () => void erasures.trigger());
      const getFollowMs = () =>
        performance.now() - changedAt < QUIET_AFTER_MS ? FOLLOW_EVERY_MS : QUIET_FOLLOW_EVERY_MS;
      const followThenSum = (follows: FollowedName, run: (signal: AbortSignal) => Promise<boolean>) =>
        follow(follows, getFollowMs, async (signal) => {
          if (!(await run(signal))) return;
          changedAt = performance.now();
          void sums?.trigger();
        });
      followThenSum('analyses', followFacts({ db, clock, list: analysis.listFacts }));
      followThenSum('events', followEvents({ db, clock, list: matcher.listEvents }));
      const lag = measureLag(db, 'analyses', addUpAnalyses({ db, clock, resting }), status);
      measured.push(lag.stop);
      sums = repeat('sums of analyses', () => (resting.size > 0 ? FOLLOW_EVERY_MS : QUIET_SUMS_EVERY_MS), lag.run);
      repeat('expire facts', EXPIRE_EVERY_MS, (signal) => expireOldFacts({ db, clock }, signal));
    },
    addUp() {
      resting.clear();
      void sums?.trigger();
    },
    async stop() {
      unsubscribe();
      for (const stop of measured) stop();
      await Promise.all(running.map((part) => part.stop()));
      analysis.close();
      matcher.close();
    },
  };
}

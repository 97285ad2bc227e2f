import { addDays, utcDay } from '@svc/domain';
import { type Bus, type Clock, forCompany, type Logger, randomId, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { markStale } from '../../db/events/stale-days.js';
import {
  claimBuild,
  endBuild,
  lockClaim,
  raiseVersion,
  readLearning,
  releaseClaim,
  writeActive,
} from '../../db/funnel-learning.js';
import { healModels, insertModel, pruneModels, readModel } from '../../db/funnel-models.js';
import { readStates } from '../../db/funnel-states.js';
import { readStatsDigest, readStoredDays } from '../../db/learning-stats.js';
import type { BuildOutcome, FunnelKey, LearnedFrom } from '../../domain/funnel-model.js';
import { EVENT_DAYS } from '../../events/retention.js';
import type { SessionResult } from '../../learning/build-session.js';
import type { FunnelVersions } from '../companies/funnel-versions.js';
import { startBuildThread } from './build-thread.js';

export interface BuildDeps {
  db: Knex;
  versions: FunnelVersions;
  /** Copies the current versions of a company from funnel-svc. */
  pullStates(companyId: string): Promise<void>;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Logger;
}

export interface BuildOptions {
  /** Skip the build if the last one read the same statistics. */
  onlyNew?: boolean;
  signal?: AbortSignal;
}

/** The outcome of a build, and the newest model after it. */
export interface FinishedBuild {
  outcome: BuildOutcome;
  reason: string | null;
  /** Null: no model was ever built. */
  version: number | null;
}

/** Number of stored models in addition to the active one. */
export const KEPT_MODELS = 30;
/** Number of days to learn from; the oldest have a weight of about 5 %. */
const LEARNED_DAYS = 400;
const MAX_BUILD_MS = 5 * 60_000;
/** Longer than a build can take. */
const LEASE_MS = MAX_BUILD_MS + 60_000;

const REASONS = {
  TOO_FEW_IMPRESSIONS: 'Learning requires at least 200 impressions.',
  NO_EVENTS: 'There are no clicks, add-to-carts or purchases yet.',
  NOT_FINITE: 'The statistics contain invalid numbers (NaN or infinity).',
  NOT_PUBLISHED: 'The funnel has no published version, so its options are unknown.',
  FAILED: 'The build failed. The next scheduled build retries it.',
} as const satisfies Partial<Record<BuildOutcome, string>>;

/** First day to learn from, UTC. */
export const learnedSince = (clock: Clock): string =>
  new Date(clock.now().getTime() - LEARNED_DAYS * 86_400_000).toISOString().slice(0, 10);

/**
 * Builds a model from the statistics of a funnel and activates it unless another one is pinned. If there is no valid new
 * model, the previous one stays active and the reason is stored. At most one build per funnel runs at a time, on any replica.
 * @throws ServiceError CONFLICT while a build of the funnel is running; otherwise the error of the build, after storing it.
 */
export async function buildFunnelModel(
  deps: BuildDeps,
  key: FunnelKey,
  options: BuildOptions = {},
): Promise<FinishedBuild> {
  const { db } = deps;
  const build = randomId();
  if (!(await forCompany(db, key.companyId, (trx) => claimBuild(trx, key, build, LEASE_MS)))) {
    throw new ServiceError('CONFLICT', 'A model of this funnel is already being built. Retry the request later.');
  }
  try {
    return await runClaimed(deps, key, build, options);
  } catch (error) {
    // The caller cancelled, or the process stops: the build itself did not fail.
    if (options.signal?.aborted) {
      await forCompany(db, key.companyId, (trx) => releaseClaim(trx, key, build));
      throw error;
    }
    const end = { outcome: 'FAILED', reason: REASONS.FAILED, seen: null } as const;
    await forCompany(db, key.companyId, (trx) => endBuild(trx, key, build, end));
    throw error;
  }
}

async function runClaimed(
  deps: BuildDeps,
  key: FunnelKey,
  build: string,
  { onlyNew = false, signal }: BuildOptions,
): Promise<FinishedBuild> {
  const { db, log } = deps;
  const without = async (
    outcome: keyof typeof REASONS,
    seen: string | null,
    learnedFrom: LearnedFrom = { sessions: 0, impressions: 0 },
  ): Promise<FinishedBuild> => {
    const reason = REASONS[outcome];
    const { lastVersion } = await forCompany(db, key.companyId, async (trx) => {
      await endBuild(trx, key, build, { outcome, reason, seen, learnedFrom });
      return readLearning(trx, key);
    });
    return { outcome, reason, version: lastVersion || null };
  };
  const since = learnedSince(deps.clock);
  const stats = await forCompany(db, key.companyId, (trx) => readStatsDigest(trx, key, since));
  if (!stats) return without('TOO_FEW_IMPRESSIONS', null);
  if (onlyNew) {
    // Another replica may have built a model since these statistics were listed.
    const { seen, outcome, reason, lastVersion } = await forCompany(db, key.companyId, (trx) => readLearning(trx, key));
    if (seen === stats.digest && outcome) {
      await forCompany(db, key.companyId, (trx) => releaseClaim(trx, key, build));
      return { outcome, reason, version: lastVersion || null };
    }
  }
  const steps = await publishedSteps(deps, key);
  if (!steps) return without('NOT_PUBLISHED', null);

  const { result, isComplete } = await buildInThread(deps, key, { steps, newest: stats.newest }, signal);
  // A damaged day that is made again has the checksum that it had, and with it the digest is the same.
  const seen = isComplete ? stats.digest : null;
  if (!result.model) return without(result.reason, seen, result.totals);
  const end = await store(deps, key, build, result, seen);
  log.info({ ...key, ...result.counts, outcome: end.outcome, model: end.version }, 'model built');
  return end;
}

/** Steps of the published version; null without one. */
async function publishedSteps({ db, versions, pullStates }: BuildDeps, { companyId, funnelId }: FunnelKey) {
  const read = () => forCompany(db, companyId, (trx) => readStates(trx, companyId));
  let states = await read();
  if (!states) {
    // The company was not loaded yet.
    await pullStates(companyId);
    states = await read();
  }
  const found = states?.funnels.find((funnel) => funnel.funnelId === funnelId && !funnel.archived);
  if (!found?.publishedVersionId) return null;
  return (await versions.get(companyId, found.publishedVersionId)).steps;
}

/** @returns `isComplete`: no day was damaged that is made again from its events. */
async function buildInThread(
  { db, clock, log }: BuildDeps,
  key: FunnelKey,
  { steps, newest }: { steps: Parameters<typeof startBuildThread>[1]; newest: string },
  signal?: AbortSignal,
): Promise<{ result: SessionResult; isComplete: boolean }> {
  const thread = startBuildThread(newest, steps, MAX_BUILD_MS);
  const oldest = addDays(utcDay(clock.now()), -EVENT_DAYS);
  let isComplete = true;
  try {
    for await (const stored of readStoredDays(db, key, learnedSince(clock), newest)) {
      signal?.throwIfAborted();
      if (await thread.add(stored)) continue;
      log.error(
        { ...key, day: stored.day },
        'the statistics of a day are damaged; the model is built without this day',
      );
      await forCompany(db, key.companyId, (trx) => markStale(trx, { ...key, day: stored.day }));
      if (stored.day >= oldest) isComplete = false;
    }
    return { result: await thread.finish(), isComplete };
  } finally {
    await thread.stop();
  }
}

/** Stores a valid model and its activation in one transaction. */
async function store(
  { db, bus }: BuildDeps,
  key: FunnelKey,
  build: string,
  { model, counts }: Extract<SessionResult, { model: object }>,
  seen: string | null,
): Promise<FinishedBuild> {
  const { changed, ...end } = await forCompany(db, key.companyId, async (trx) => {
    const state = await lockClaim(trx, key, build);
    if (!state) throw new Error('The claim of the build expired and another build started.');
    const { lastVersion, activeVersion, pinned } = state;
    const last = lastVersion > 0 ? await readModel(trx, key, lastVersion) : null;
    const isSame = last?.checksum.equals(model.checksum) ?? false;
    const version = isSame ? lastVersion : lastVersion + 1;
    const outcome = isSame ? 'UNCHANGED' : 'BUILT';
    const healed = await healModels(trx, key, model);
    if (!isSame) {
      const { until: untilDay, ...rest } = counts;
      await insertModel(trx, key, model, { version, untilDay, ...rest });
      await raiseVersion(trx, key, version);
    }
    const active = pinned ? activeVersion : version;
    const changed = active !== activeVersion || healed;
    if (changed) await writeActive(trx, key, active, pinned);
    await pruneModels(trx, key, KEPT_MODELS, active);
    await endBuild(trx, key, build, { outcome, reason: null, seen, learnedFrom: counts });
    return { outcome, reason: null, version, changed } satisfies FinishedBuild & { changed: boolean };
  });
  if (changed) bus.publish('company-changed', { companyId: key.companyId });
  return end;
}

import { type Clock, canonicalJson, forCompany, type Logger, msUntil, type Outbound, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import {
  claimDueFeeds,
  extendSync,
  type FeedState,
  findFeed,
  findNextSync,
  lockFeed,
  planSync,
  type Validators,
} from '../db/feed-states.js';
import { ALERT_FAILURES, nextSyncDelayMs, SYNC_LEASE_MS } from '../domain/feed-schedule.js';
import type { ImportRun } from '../domain/import-run.js';
import { fetchFeed } from './fetch-feed.js';
import type { FinishedImport, Importer } from './importer.js';

/** Feeds that one process fetches simultaneously. */
const MAX_AT_ONCE = 2;

export interface FeedSync {
  /**
   * Fetches the feeds that are due, as many as there is room for.
   * @returns milliseconds until the next one is due; 0 while one is fetched, since that decides when it is due again.
   */
  tick(): Promise<number>;
  /**
   * Fetches a company's feed now.
   * @throws ServiceError NOT_FOUND without a feed, CONFLICT while the company has another run.
   */
  syncNow(companyId: string): Promise<{ run: ImportRun; ended: Promise<ImportRun> }>;
  stop(): Promise<void>;
}

/** Fetches feeds on their schedule and on demand. docs/catalog.md "Feeds". */
export function createFeedSync(deps: {
  db: Knex;
  importer: Importer;
  outbound: Outbound;
  clock: Clock;
  log: Logger;
  random?: () => number;
}): FeedSync {
  const { db, importer, outbound, clock, log, random = Math.random } = deps;
  const running = new Set<Promise<unknown>>();
  const never = new AbortController().signal;

  async function begin(companyId: string): Promise<{ run: ImportRun; ended: Promise<ImportRun> }> {
    const state = await forCompany(db, companyId, (trx) => findFeed(trx, companyId));
    if (!state) {
      throw new ServiceError('NOT_FOUND', 'The company has no feed; give its blueprint a feed with a url.');
    }
    const { feed } = state;
    let fetched: ReturnType<typeof fetchFeed> | undefined;
    const { run, ended } = await importer.start(
      {
        companyId,
        currency: undefined,
        dryRun: false,
        source: 'FEED',
        format: feed.format,
        mapping: undefined,
        totalBytes: () => fetched?.totalBytes() ?? null,
      },
      (signal) => {
        fetched = fetchFeed(outbound, feed.url, state.validators, signal);
        return fetched.chunks;
      },
      never,
    );
    const extend = () =>
      forCompany(db, companyId, (trx) => extendSync(trx, companyId, clock.now())).catch((error: unknown) =>
        log.warn({ err: error }, 'the lease of a feed could not be extended'),
      );
    const lease = setInterval(extend, SYNC_LEASE_MS / 4);
    // A requested sync has a lease too: if this process or the database ends, the schedule repeats it.
    await extend();
    const planned = ended
      .then(async (finished) => {
        clearInterval(lease);
        await plan(companyId, state, finished, fetched?.validators());
        return finished.run;
      })
      .finally(() => {
        clearInterval(lease);
        running.delete(planned);
      });
    running.add(planned);
    planned.catch((error: unknown) =>
      log.error({ err: error, companyId }, 'the outcome of a sync could not be recorded'),
    );
    return { run, ended: planned };
  }

  async function plan(
    companyId: string,
    { feed, mapping, failures: before }: FeedState,
    { run, digest }: FinishedImport,
    answered: Validators | undefined,
  ): Promise<void> {
    const failures = run.state === 'FAILED' ? before + 1 : 0;
    const now = clock.now();
    const delayMs = nextSyncDelayMs(feed.everyHours, failures, random());
    const next = {
      nextSyncAt: new Date(now.getTime() + delayMs),
      failures,
      runId: run.id,
    };
    await forCompany(db, companyId, async (trx) => {
      await lockFeed(trx, companyId);
      const current = await findFeed(trx, companyId);
      // A feed that replaced this one during the run is due by itself, and its server does not know these validators.
      if (!current || !isSame(current.feed, feed)) return;
      // Only of what is in force now: after a held or failed run, or another mapping, the feed is to be sent again.
      const isInForce = run.state === 'SUCCEEDED' && isSame(current.mapping, mapping);
      const validators = isInForce && digest && answered ? { validators: { ...answered, fileDigest: digest } } : {};
      await planSync(trx, companyId, { ...next, ...validators });
    });
    const fields = { companyId, run: run.id, state: run.state, failures };
    if (failures >= ALERT_FAILURES)
      log.error({ ...fields, alert: 'FEED_FAILING' }, 'a feed failed several times in succession');
    else log.info(fields, 'feed synced');
  }

  return {
    async tick() {
      const room = MAX_AT_ONCE - running.size;
      if (room <= 0) return 0;
      const due = await claimDueFeeds(db, clock.now(), room);
      for (const companyId of due) {
        await begin(companyId).catch((error: unknown) => {
          // Another import of the company is running: the feed is fetched when its lease ends.
          if (!(error instanceof ServiceError)) throw error;
        });
      }
      if (running.size > 0) return 0;
      return msUntil(await findNextSync(db), clock);
    },
    syncNow: begin,
    async stop() {
      await Promise.allSettled([...running]);
    },
  };
}

const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null);

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDatabase, createLogger, forCompany } from '@svc/kit';
import { writeSnapshot } from '../db/catalog-snapshots.js';
import { writeStates } from '../db/funnel-states.js';
import { createBenchProcess, snapshotPieces } from '../testing/bench-process.js';
import { longestTurn } from '../testing/longest-turn.js';
import { threadTimeMs } from '../testing/thread-time.js';
import { usedBytes } from '../testing/used-bytes.js';
import { packCatalog } from '../workers/catalog-jobs.js';

const VARIANTS = 2_000;
/** Number of different catalogs of the companies. */
const CATALOGS = 20;
const MEGABYTE = 1024 * 1024;
/** Sets of answers; the rankings of the last one do not fit. */
const ANSWER_SETS = [1, 1_000, 10_000, 20_000];
/** What the service has for rankings by default. */
const RANKING_BYTES = 64 * MEGABYTE;
const MATCHES = 10_000;

/** Figures of many companies in one process. Bytes and milliseconds. */
export interface CompaniesFigures {
  companies: number;
  cacheBytes: number;
  /** As the cache counts. */
  countedBytes: number;
  /** What the JavaScript heap and its buffers grew by, garbage left out. */
  realBytes: number;
  rssBytes: number;
  /** The process before it loaded the first company. */
  rssBeforeBytes: number;
  firstLoadsMs: number;
  /** A match of a company that was evicted: read, unpacked, compiled, ranked. */
  reload: { p50Ms: number; p99Ms: number; count: number };
  /** The same cache, a quarter as large as everything, after the reloads. */
  bounded: { cacheBytes: number; countedBytes: number };
  /** Processor time of a cold match on the matching thread, microseconds, the companies in turn. */
  matches: { companies: number; us: number }[];
  /** The same of one company, by how many sets of answers its shoppers give in turn. */
  answers: { sets: number; us: number }[];
  /** Delay of matches while another company is loaded and compiled again. */
  stalls: { variants: number; turnMs: number | null; delayMs: number; loadMs: number }[];
}

/**
 * Loads many companies and matches them, in this process alone; needs `--expose-gc`.
 * @param options.databaseUrl - an empty database without latency.
 */
export async function measureCompanies(options: { databaseUrl: string; companies: number }): Promise<CompaniesFigures> {
  const log = createLogger({ name: 'bench', level: 'silent' });
  const database = createDatabase({
    url: options.databaseUrl,
    schema: 'matcher',
    migrationsDirectory: new URL('../migrations/', import.meta.url),
    log,
  });
  await database.migrate();
  const { knex: db } = database;
  const ids = Array.from({ length: options.companies }, (_, index) => `company-${index}`);
  const catalogs = Array.from({ length: CATALOGS }, (_, seed) => packCatalog(snapshotPieces(VARIANTS, seed + 1)));
  for (const [index, id] of ids.entries()) {
    const funnels = [{ funnelId: `${id}-funnel`, publishedVersionId: `${id}-v1` }];
    await forCompany(db, id, async (trx) => {
      await writeSnapshot(trx, id, { ...catalogs[index % CATALOGS]!, version: 1 });
      await writeStates(trx, id, { version: 1, language: 'en', funnels });
    });
  }

  const cacheBytes = 512 * MEGABYTE;
  const pulled = new Map<string, Uint8Array[]>();
  const running = createBenchProcess({ db, log, cacheBytes, catalogs: pulled });
  await running.match(ids[0]!);
  const before = usedBytes();
  const rssBeforeBytes = process.memoryUsage.rss();
  const startedAt = performance.now();
  for (const id of ids) await running.match(id);
  const firstLoadsMs = performance.now() - startedAt;
  const realBytes = ((usedBytes() - before) * ids.length) / (ids.length - 1);
  const rssBytes = process.memoryUsage.rss();
  const countedBytes = running.companies.loadedBytes();

  const matches: CompaniesFigures['matches'] = [];
  for (const count of [1, 10, 100, 1_000].filter((some) => some <= ids.length)) {
    matches.push({ companies: count, us: await matchUs(running.match, ids.slice(0, count)) });
  }
  const stalls: CompaniesFigures['stalls'] = [];
  for (const variants of [20_000, 200_000]) stalls.push(await measureStall(running, pulled, ids[0]!, variants));
  await running.compiler.stop();

  const bound = Math.round(countedBytes / 4);
  const small = createBenchProcess({ db, log, cacheBytes: bound, catalogs: pulled });
  for (const id of ids) await small.match(id);
  const times: number[] = [];
  for (const id of ids.slice(0, 500)) {
    const from = performance.now();
    await small.match(id);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  const bounded = { cacheBytes: bound, countedBytes: small.companies.loadedBytes() };
  await small.compiler.stop();
  const answers: CompaniesFigures['answers'] = [];
  for (const sets of ANSWER_SETS) {
    const one = createBenchProcess({
      db,
      log,
      cacheBytes,
      catalogs: pulled,
      answerSets: sets,
      rankingBytes: RANKING_BYTES,
    });
    for (let turn = 0; turn < sets; turn += 1) await one.match(ids[0]!);
    const from = threadTimeMs();
    for (let turn = 0; turn < MATCHES; turn += 1) await one.match(ids[0]!);
    answers.push({ sets, us: ((threadTimeMs() - from) * 1_000) / MATCHES });
    await one.compiler.stop();
  }
  await database.close();
  return {
    companies: ids.length,
    cacheBytes,
    countedBytes,
    realBytes,
    rssBytes,
    rssBeforeBytes,
    firstLoadsMs,
    reload: { p50Ms: at(0.5), p99Ms: at(0.99), count: times.length },
    bounded,
    matches,
    answers,
    stalls,
  };
}

/** Processor time of a match, the companies in turn. */
async function matchUs(match: (id: string) => Promise<unknown>, ids: readonly string[]): Promise<number> {
  const run = async (matches: number) => {
    const from = threadTimeMs();
    for (let turn = 0; turn < matches; turn += 1) await match(ids[turn % ids.length]!);
    return ((threadTimeMs() - from) * 1_000) / matches;
  };
  await run(1_000);
  return run(4_000);
}

/** One company is matched again and again while another one is pulled, compiled, changed and compiled again. */
async function measureStall(
  running: ReturnType<typeof createBenchProcess>,
  pulled: Map<string, Uint8Array[]>,
  matched: string,
  variants: number,
): Promise<CompaniesFigures['stalls'][number]> {
  const large = `large-${variants}`;
  pulled.set(large, snapshotPieces(variants, 1));
  const changed = snapshotPieces(variants, 2);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let loadMs = 0;
  const turnMs = await longestTurn(async () => {
    const startedAt = performance.now();
    let loaded = false;
    const load = async () => {
      await running.match(large, { few: true });
      loadMs = performance.now() - startedAt;
      pulled.set(large, changed);
      await running.pullCatalog(large);
      await running.companies.refresh(large);
      await running.match(large, { few: true });
      loaded = true;
    };
    delay.enable();
    const done = load();
    while (!loaded) {
      await running.match(matched);
      await Promise.race([nextTurn(), done]);
    }
    await done;
    delay.disable();
  });
  return { variants, turnMs, delayMs: delay.max / 1e6, loadMs };
}

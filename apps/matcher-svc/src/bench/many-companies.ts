import { createDatabase, createLogger, forCompany } from '@svc/kit';
import { ListCompanyChangesResponse } from '@svc/proto';
import pg from 'pg';
import { writeSnapshot } from '../db/catalog-snapshots.js';
import { listChangedCompanies, listOutdated } from '../db/follow.js';
import { writeStates } from '../db/funnel-states.js';
import { type Random, seededRandom } from '../engine/testing/random.js';
import { createBenchProcess, snapshotPieces } from '../testing/bench-process.js';
import { threadTimeMs } from '../testing/thread-time.js';
import { usedBytes } from '../testing/used-bytes.js';
import { packCatalog } from '../workers/catalog-jobs.js';

const MEGABYTE = 1024 * 1024;
/** Of a hundred companies, one has 2,000 variants, nine have 200, and the others 50. */
const SIZES = [2_000, ...Array<number>(9).fill(200), ...Array<number>(90).fill(50)];
const MATCHES = 20_000;
const POLLS = 200;
const PULLS = 500;

/** Figures of a matcher with very many companies. Bytes and milliseconds. */
export interface ManyCompaniesFigures {
  companies: number;
  /** Copies of catalogs and funnels, with indexes. */
  storedBytes: number;
  /** A poll of the replica follower when nothing changed, by how many companies are stored. */
  polls: { companies: number; p50Ms: number }[];
  /** A change of one company: the poll that lists it. */
  changedPollMs: number;
  /** What a matcher without any copy reads first: the list of all companies, and which of them are outdated. */
  listBytes: number;
  outdatedMs: number;
  /** Copying one company from another service, four at a time. */
  pullMs: number;
  /** Shoppers of all companies in turn, few companies having most of them (Zipf). */
  traffic: {
    cacheBytes: number;
    /** Share of matches whose company had to be loaded. */
    loadShare: number;
    loaded: number;
    /** As the cache counts, and what heap and buffers grew by, garbage left out. */
    countedBytes: number;
    realBytes: number;
    p50Ms: number;
    p99Ms: number;
    /** Processor time of the matching thread for a match, microseconds. */
    us: number;
  }[];
}

/**
 * One replica and its database with very many companies, in this process alone.
 * Needs `--expose-gc`.
 * @param options.databaseUrl - an empty database, as a superuser.
 */
export async function measureManyCompanies(options: {
  databaseUrl: string;
  companies: number;
}): Promise<ManyCompaniesFigures> {
  const log = createLogger({ name: 'bench', level: 'silent' });
  const database = createDatabase({
    url: options.databaseUrl,
    schema: 'matcher',
    migrationsDirectory: new URL('../migrations/', import.meta.url),
    statementTimeoutMs: 300_000,
    log,
  });
  await database.migrate();
  const { knex: db } = database;
  const catalogs = SIZES.map((size, place) => packCatalog(snapshotPieces(size, place + 1)));
  for (const [place, catalog] of catalogs.entries()) {
    const id = toId(place);
    await forCompany(db, id, async (trx) => {
      await writeSnapshot(trx, id, { ...catalog, version: 1 });
      await writeStates(trx, id, toStates(id, 1));
    });
  }
  const polls: ManyCompaniesFigures['polls'] = [];
  const owner = new pg.Client({ connectionString: options.databaseUrl });
  await owner.connect();
  await owner.query('set role svc_matcher; set search_path = matcher');
  let stored = SIZES.length;
  for (const companies of [1_000, options.companies]) {
    await copyCompanies(owner, stored, companies);
    stored = companies;
    polls.push({ companies, p50Ms: await pollMs(db) });
  }
  const { rows: sizes } = await owner.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(name::regclass)) as bytes from unnest(array['catalog_snapshots', 'funnel_states']) as name`,
  );
  await owner.end();

  const { cursor } = await listChangedCompanies(db, null);
  await forCompany(db, toId(0), (trx) => writeStates(trx, toId(0), toStates(toId(0), 2)));
  const changedFrom = performance.now();
  const changed = await listChangedCompanies(db, cursor);
  const changedPollMs = performance.now() - changedFrom;
  if (changed.companyIds.length !== 1) throw new Error(`${changed.companyIds.length} companies are listed, not one`);

  const changes = Array.from({ length: stored }, (_, place) => ({ companyId: toId(place), version: 1 }));
  const listBytes = ListCompanyChangesResponse.encode({ changes, cursor: '1000000' }).finish().length;
  const outdatedFrom = performance.now();
  await listOutdated(db, 'funnels', changes);
  const outdatedMs = performance.now() - outdatedFrom;

  const traffic: ManyCompaniesFigures['traffic'] = [];
  for (const cacheBytes of [512 * MEGABYTE, 128 * MEGABYTE, 32 * MEGABYTE]) {
    traffic.push(await measureTraffic(cacheBytes, stored));
  }
  const pullMs = await measurePulls();
  await database.close();
  return {
    companies: stored,
    storedBytes: Number(sizes[0]?.bytes),
    polls,
    changedPollMs,
    listBytes,
    outdatedMs,
    pullMs,
    traffic,
  };

  async function measureTraffic(cacheBytes: number, companies: number) {
    let loads = 0;
    const count = ({ sql }: { sql: string }) => {
      if (sql.includes('funnel_states')) loads += 1;
    };
    const before = usedBytes();
    const running = createBenchProcess({ db, log, cacheBytes, catalogs: new Map() });
    const next = zipf(companies, seededRandom(7));
    for (let warm = 0; warm < MATCHES; warm += 1) await running.match(toId(next()));
    const times: number[] = [];
    db.on('query', count);
    const from = threadTimeMs();
    for (let match = 0; match < MATCHES; match += 1) {
      const id = toId(next());
      const startedAt = performance.now();
      await running.match(id);
      times.push(performance.now() - startedAt);
    }
    const us = ((threadTimeMs() - from) * 1_000) / MATCHES;
    db.removeListener('query', count);
    times.sort((a, b) => a - b);
    const figures = {
      cacheBytes,
      loadShare: loads / MATCHES,
      loaded: running.companies.loadedIds().length,
      countedBytes: running.companies.loadedBytes(),
      realBytes: usedBytes() - before,
      p50Ms: times[MATCHES / 2] as number,
      p99Ms: times[Math.floor(MATCHES * 0.99)] as number,
      us,
    };
    await running.compiler.stop();
    return figures;
  }

  async function measurePulls(): Promise<number> {
    const ids = Array.from({ length: PULLS }, (_, place) => `new-${place}`);
    const pieces = new Map(ids.map((id, place) => [id, snapshotPieces(SIZES[place % SIZES.length] as number, 1)]));
    const running = createBenchProcess({ db, log, cacheBytes: MEGABYTE, catalogs: pieces });
    const waiting = [...ids];
    const from = performance.now();
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await running.pullCatalog(id);
      }),
    );
    const ms = (performance.now() - from) / PULLS;
    await running.compiler.stop();
    return ms;
  }
}

const toId = (place: number): string => `company-${place}`;

const toStates = (id: string, version: number) => ({
  version,
  language: 'en',
  funnels: [{ funnelId: `${id}-funnel`, publishedVersionId: `${id}-v1` }],
});

/** Gives the companies from one place to another copies of what the first hundred have. */
async function copyCompanies(owner: pg.Client, from: number, to: number): Promise<void> {
  const places = `generate_series($1::int, $2::int - 1) as place`;
  await owner.query(
    `insert into catalog_snapshots (company_id, version, data, checksum)
     select 'company-' || place, 1, data, checksum from ${places}
       join catalog_snapshots seed on seed.company_id = 'company-' || place % ${SIZES.length}`,
    [from, to],
  );
  await owner.query(
    `insert into funnel_states (company_id, version, language, funnels)
     select id, 1, 'en', jsonb_build_array(jsonb_build_object('funnelId', id || '-funnel', 'publishedVersionId', id || '-v1'))
       from (select 'company-' || place as id from ${places}) named`,
    [from, to],
  );
  await owner.query('analyze catalog_snapshots; analyze funnel_states');
}

async function pollMs(db: Parameters<typeof listChangedCompanies>[0]): Promise<number> {
  let { cursor } = await listChangedCompanies(db, null);
  const times: number[] = [];
  for (let poll = 0; poll < POLLS; poll += 1) {
    const from = performance.now();
    ({ cursor } = await listChangedCompanies(db, cursor));
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[POLLS / 2] as number;
}

/** Places from 0 whose probability falls with 1 / (place + 1). */
function zipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let place = 0; place < count; place += 1) {
    sum += 1 / (place + 1);
    sums[place] = sum;
  }
  return () => {
    const wanted = (random.below(2 ** 31) / 2 ** 31) * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

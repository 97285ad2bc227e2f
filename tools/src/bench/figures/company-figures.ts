import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import type { ManyCompaniesFigures } from '@svc/matcher-svc/many-companies-bench';
import type { Row } from '../compare.js';
import { manyCompaniesChild } from '../processes/children.js';

const MEGABYTE = 1024 * 1024;
const MAX_POLL_MS = 5;
/** As the first match of an evicted company of 2,000 variants (`memory`). */
const MAX_LOAD_MS = 50;

/** 100,000 companies in one matcher: what polls, lists and caches cost. `BENCH_COMPANIES` changes their number. */
export async function companyFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const log = createLogger({ name: 'bench', level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  try {
    return rows(JSON.parse(await manyCompaniesChild(postgres.url)) as ManyCompaniesFigures);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rows(figures: ManyCompaniesFigures): Row[] {
  const { companies, storedBytes, polls, changedPollMs, listBytes, outdatedMs, pullMs, traffic } = figures;
  const mb = (bytes: number) => (bytes / MEGABYTE).toFixed(0);
  const [few, many] = polls as [ManyCompaniesFigures['polls'][0], ManyCompaniesFigures['polls'][0]];
  return [
    {
      id: 'companies',
      figure: `poll without a change, ${many.companies} companies, of ${MAX_POLL_MS} ms`,
      ratio: many.p50Ms / MAX_POLL_MS,
      must: '≤ 1',
      note: `${many.p50Ms.toFixed(2)} ms; with ${few.companies} companies ${few.p50Ms.toFixed(2)} ms; the poll that lists one change ${changedPollMs.toFixed(2)} ms`,
    },
    {
      id: 'companies',
      figure: `stored copies of ${companies} companies, in GB`,
      ratio: storedBytes / MEGABYTE / 1_024,
      note: `of 100 companies one has 2,000 variants, nine 200, the others 50; ${(storedBytes / companies / 1_024).toFixed(1)} kB each`,
    },
    {
      id: 'companies',
      figure: 'list of all companies, for a matcher without copies, in MB',
      ratio: listBytes / MEGABYTE,
      note: `one message; finding what is outdated ${outdatedMs.toFixed(0)} ms; copying ${pullMs.toFixed(2)} ms a company, so all of them take ${((pullMs * companies) / 60_000).toFixed(0)} minutes`,
    },
    ...traffic.map(
      ({ cacheBytes, loadShare, loaded, countedBytes, realBytes, p50Ms, p99Ms, us }): Row => ({
        id: 'companies',
        figure: `shoppers of all companies, MATCHER_CACHE_BYTES ${mb(cacheBytes)} MB, p99 of a match, of ${MAX_LOAD_MS} ms`,
        ratio: p99Ms / MAX_LOAD_MS,
        must: '≤ 1',
        note: `${(loadShare * 100).toFixed(1)} % load their company; p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(1)} ms, ${us.toFixed(0)} µs of the matching thread; ${loaded} companies, counted ${mb(countedBytes)} MB, really ${mb(realBytes)} MB`,
      }),
    ),
  ];
}

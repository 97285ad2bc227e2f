import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import type { CompaniesFigures } from '@svc/matcher-svc/companies-bench';
import type { Row } from '../compare.js';
import { companiesChild } from '../processes/children.js';

const MEGABYTE = 1024 * 1024;
const MAX_RELOAD_MS = 50;
const MAX_STALL_MS = 20;

/** Many companies on one replica: memory, reloads, stalls, and cold matches by companies. */
export async function memoryFigures(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const log = createLogger({ name: 'bench', level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  try {
    return rows(JSON.parse(await companiesChild(postgres.url)) as CompaniesFigures);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rows(figures: CompaniesFigures): Row[] {
  const { companies, countedBytes, realBytes, cacheBytes, reload, bounded, matches, answers, stalls } = figures;
  const mb = (bytes: number) => (bytes / MEGABYTE).toFixed(0);
  const [one] = matches;
  return [
    {
      id: 'P5',
      figure: `memory of a compiled company, 2000 variants, one of ${companies}, in MB`,
      ratio: realBytes / companies / MEGABYTE,
      must: '≤ 1',
      note: `the cache counts ${(countedBytes / companies / MEGABYTE).toFixed(3)}`,
    },
    {
      id: 'memory',
      figure: `${companies} companies of 2000 variants, counted, of MATCHER_CACHE_BYTES`,
      ratio: countedBytes / cacheBytes,
      must: '≤ 1',
      note: `${mb(countedBytes)} of ${mb(cacheBytes)} MB; really ${mb(realBytes)} MB; RSS ${mb(figures.rssBytes)} MB (${mb(figures.rssBeforeBytes)} MB before); loaded in ${(figures.firstLoadsMs / 1_000).toFixed(1)} s`,
    },
    {
      id: 'memory',
      figure: 'the same with a quarter of the memory, counted, of the bound',
      ratio: bounded.countedBytes / bounded.cacheBytes,
      must: '≤ 1',
      note: `${mb(bounded.countedBytes)} of ${mb(bounded.cacheBytes)} MB`,
    },
    {
      id: 'memory',
      figure: `first match of an evicted company, p99, of ${MAX_RELOAD_MS} ms`,
      ratio: reload.p99Ms / MAX_RELOAD_MS,
      must: '≤ 1',
      note: `p50 ${reload.p50Ms.toFixed(1)} ms, p99 ${reload.p99Ms.toFixed(1)} ms, ${reload.count} reloads`,
    },
    ...stalls.map(
      ({ variants, turnMs, delayMs, loadMs }): Row => ({
        id: 'stall',
        figure: `longest turn of the matching thread while ${variants} variants load in parallel, of ${MAX_STALL_MS} ms`,
        ratio: (turnMs ?? delayMs) / MAX_STALL_MS,
        must: '≤ 1',
        note: `${(turnMs ?? delayMs).toFixed(1)} ms; longest delay of the event loop ${delayMs.toFixed(1)} ms; loaded in ${loadMs.toFixed(0)} ms`,
      }),
    ),
    ...answers.slice(1).map(
      ({ sets, us }): Row => ({
        id: 'growth',
        figure: `matches of 2000 variants, ${sets} sets of answers in turn, against one`,
        ratio: us / answers[0]!.us,
        note: `${us.toFixed(0)} µs against ${answers[0]!.us.toFixed(0)} µs of processor time`,
      }),
    ),
    ...matches.slice(1).map(
      ({ companies: count, us }): Row => ({
        id: 'growth',
        figure: `cold matches of 2000 variants, ${count} companies in turn, against one company`,
        ratio: us / one!.us,
        note: `${us.toFixed(0)} µs against ${one!.us.toFixed(0)} µs of processor time`,
      }),
    ),
  ];
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Connections } from '../schemas.js';
import { createAsk, type Reply } from './ask.js';

/** Time that the services get to start, milliseconds. */
const READY_WITHIN_MS = 60_000;
/** The gateway repeats a body from memory for half a second (ADR 9): the second round must be computed again. */
const ROUNDS_APART_MS = 1_000;
const AT_A_TIME = 8;
/** Different reasons that a report names. */
const MAX_REASONS = 5;

export interface Drill {
  /** Analyses whose match was read twice. */
  analyses: number;
  /** Seconds since the restored server was started. */
  seconds: number;
  /** What does not work, in sentences. */
  problems: string[];
}

/**
 * Uses a system that runs on restored databases: reads the matches of the newest stored analyses twice, which must be equal, and creates
 * and matches one analysis. docs/operations.md "Restore drill".
 * @param options.origin - of a gateway.
 * @param options.baseDomain - its `BASE_DOMAIN`, without a port.
 * @param options.analyses - how many are matched.
 */
export async function drill(
  connections: Pick<Connections, 'analysis' | 'funnel'>,
  options: { origin: string; baseDomain: string; analyses: number },
): Promise<Drill> {
  const { origin, baseDomain } = options;
  const ask = createAsk(origin, performance.now() + READY_WITHIN_MS);
  const match = (id: string) => ask({ path: `/api/v1/analyses/${id}/matches`, host: baseDomain });
  const ids = await listNewest(connections.analysis, options.analyses);
  const first = await askEach(ids, match);
  if (ids.length > 0) await sleep(ROUNDS_APART_MS);
  const second = await askEach(ids, match);
  const problems = [...compare(first, second), ...(await createOne())];
  return { analyses: ids.length, seconds: await readSeconds(connections.analysis), problems };

  async function createOne(): Promise<string[]> {
    const subdomain = await findHost(connections.funnel);
    if (subdomain === undefined) return ['No funnel is published, so no analysis could be created.'];
    const host = `${subdomain}.${baseDomain}`;
    const created = await ask({ method: 'POST', path: '/api/analyses', host, body: {} });
    if (created.status !== 200) return [`An analysis could not be created on ${host}: ${describe(created)}.`];
    const matched = await match((JSON.parse(created.text) as { id: string }).id);
    return matched.status === 200 ? [] : [`The analysis that was created could not be matched: ${describe(matched)}.`];
  }
}

/** Compares what was answered, analysis by analysis. Ids are secrets of shoppers, so none is named. */
function compare(first: readonly Reply[], second: readonly Reply[]): string[] {
  const failed = [...first, ...second].filter(({ status }) => status !== 200);
  const reasons = [...new Set(failed.map(describe))].slice(0, MAX_REASONS).join('; ');
  const differing = first.filter((one, index) => {
    const other = second[index];
    return one.status === 200 && other?.status === 200 && one.text !== other.text;
  }).length;
  return [
    ...(failed.length > 0 ? [`${failed.length} matches of stored analyses failed: ${reasons}.`] : []),
    ...(differing > 0 ? [`${differing} stored analyses do not give the same match twice.`] : []),
  ];
}

/** Status and code of an error, without anything of the request. */
function describe({ status, text }: Reply): string {
  const code = /"code":\s*"([A-Z_]+)"/.exec(text)?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** Calls `one` for each, a few at a time. @returns the results in the same order. */
async function askEach<T, R>(items: readonly T[], one: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const rest = [...items.entries()];
  const work = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) results[next[0]] = await one(next[1]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return results;
}

async function listNewest(analysis: pg.Client, limit: number): Promise<string[]> {
  const { rows } = await analysis.query<{ id: string }>(
    'select id from analyses where not is_preview order by key desc limit $1',
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** A sub-domain where analyses can be created. */
async function findHost(funnel: pg.Client): Promise<string | undefined> {
  const { rows } = await funnel.query<{ subdomain: string }>(
    `select subdomain from funnels where published_version_id is not null and archived_at is null and not paused
      order by seq limit 1`,
  );
  return rows[0]?.subdomain;
}

async function readSeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ seconds: string }>(
    'select extract(epoch from now() - pg_postmaster_start_time())::integer as seconds',
  );
  return Number(rows[0]?.seconds);
}

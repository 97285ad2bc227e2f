import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBareInserts } from '@svc/insight-svc/intake-bench';
import { measureReports, type ReportFigures } from '@svc/insight-svc/report-bench';
import { createLogger, randomId } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import autocannon from 'autocannon';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import type { Row } from '../compare.js';
import { prepareOrders } from '../load/orders.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { benchCompany } from '../load/seed.js';
import { separateProcesses } from '../processes/children.js';
import { listServerProcesses, processorUs } from '../processes/processor-time.js';

/** Reports of visits a second, orders and refunds a second, and milliseconds of a report. */
const MUST = { batchesPerSecond: 2_000, ordersPerSecond: 1_000, reportMs: 300 };
const YEAR = 395;
const VISITS = 10_000_000;
const ORDERS = 100_000;

/**
 * Intake of visits, and of orders with a refund each, over HTTP, every service in a process of its own, each report of a new visit; then reports
 * over sums of 10 million visits, and over 100,000 orders, of 395 days. `VISITS` and `ORDERS` make it fewer.
 */
export async function insightFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  return withPostgres(async (databaseUrl, folder) => {
    const intake = await intakeFigures(databaseUrl, folder, { seconds, rounds });
    return [...intake, ...(await reportFigures(rounds))];
  });
}

async function intakeFigures(
  databaseUrl: string,
  folder: string,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const [port] = (await freePorts(1)) as [number];
  const system = await separateProcesses({
    PORT: String(port),
    BASE_DOMAIN: `localhost:${port}`,
    DATA_DIR: join(folder, 'services'),
    DATABASE_URL: databaseUrl,
    PLATFORM_TOKEN,
  });
  try {
    const origin = `http://127.0.0.1:${port}`;
    const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
    const content = { type: 'application/json', content: JSON.stringify(benchCompany('plain', 20)) };
    const applied = (await management.request('PUT', '/companies/plain/blueprint', content)) as {
      funnels: Record<string, { id: string }>;
    };
    const { data } = (await management.request('GET', '/companies/plain/funnels/plain-funnel/versions')) as {
      data: { id: string }[];
    };
    const versionId = data[0]?.id ?? '';
    await send(origin, versionId, 1);
    const runs: { bare: number; taken: number; p99: number; refused: number; failed: number; cost: Cost }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await measureBareInserts({ databaseUrl, seconds });
      const before = { programs: processorUs(system.pids), servers: readServers(folder) };
      const sent = await send(origin, versionId, seconds);
      const reports = sent.taken * seconds;
      runs.push({
        ...{ bare, ...sent },
        cost: {
          programs: (processorUs(system.pids) - before.programs) / reports,
          database: differenceUs(before.servers, readServers(folder)) / reports,
        },
      });
    }
    const funnelId = applied.funnels['plain-funnel']?.id ?? '';
    const sendOrders = await prepareOrders(origin, management, { handle: 'plain', funnelId });
    await sendOrders(1);
    const beforeOrders = { programs: processorUs(system.pids), servers: readServers(folder) };
    const orders = await sendOrders(seconds);
    const orderCost = {
      programs: (processorUs(system.pids) - beforeOrders.programs) / orders.requests,
      database: differenceUs(beforeOrders.servers, readServers(folder)) / orders.requests,
    };
    const { bare, taken, p99, refused, failed, cost } = runs.sort((a, b) => a.taken - b.taken)[
      Math.floor(runs.length / 2)
    ] as (typeof runs)[number];
    const note = `${Math.round(taken)}/s, p99 ${p99} ms; 503: ${refused}, failed: ${failed}; load ${loadavg()[0]?.toFixed(1)}`;
    return [
      {
        ...{ id: 'N1', figure: `reports of visits a second, each of a new visit, over ${MUST.batchesPerSecond}` },
        ...{ ratio: taken / MUST.batchesPerSecond, must: '≥ 1', note },
      },
      {
        ...{
          id: 'N6',
          figure: 'orders of one line and their refunds a second, over reports of visits',
          ratio: orders.taken / taken,
        },
        note: `${Math.round(orders.taken)}/s, p99 ${orders.p99} ms; 503: ${orders.refused}, failed: ${orders.failed}`,
      },
      {
        ...{ id: 'N7', figure: `orders and refunds that two processors have time for, over ${MUST.ordersPerSecond}` },
        ratio: (2 * 1_000_000) / (orderCost.programs + orderCost.database) / MUST.ordersPerSecond,
        note: `processor time of a request: programs ${Math.round(orderCost.programs)} µs, PostgreSQL ${Math.round(orderCost.database)} µs`,
      },
      {
        ...{ id: 'N2', figure: 'reports of visits against bare inserts of a row, each in its own transaction' },
        ...{ ratio: taken / bare, note: `${Math.round(taken)}/s of ${Math.round(bare)}/s` },
      },
      {
        ...{
          id: 'N5',
          figure: `reports that two processors have time for, over ${MUST.batchesPerSecond}`,
          must: '≥ 1',
        },
        ratio: (2 * 1_000_000) / (cost.programs + cost.database) / MUST.batchesPerSecond,
        note: `processor time of a report: programs ${Math.round(cost.programs)} µs, PostgreSQL ${Math.round(cost.database)} µs`,
      },
    ];
  } finally {
    await system.stop();
  }
}

/** Processor time of a request, microseconds. */
interface Cost {
  programs: number;
  database: number;
}

/** Processor time of the processes of PostgreSQL; some end while they are read. */
function readServers(folder: string): Map<number, number> {
  const servers = new Map<number, number>();
  for (const pid of listServerProcesses(folder)) {
    try {
      servers.set(pid, processorUs([pid]));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return servers;
}

/** Of the processes that ran all the time. */
const differenceUs = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...before].reduce((sum, [pid, us]) => sum + (after.get(pid) ?? us) - us, 0);

/** Visits with two events from 64 connections, the next one of each when the one before is answered. */
async function send(origin: string, versionId: string, seconds: number) {
  const body = () =>
    JSON.stringify({
      ...{ kind: 'FUNNEL', visitId: randomId(), versionId, locale: 'en', device: 'PHONE' },
      events: [
        { n: 0, type: 'SHOWN', stepId: 1, atMs: 800 },
        { n: 1, type: 'ANSWERED', stepId: 1, atMs: 4_200 },
      ],
    });
  const result = await autocannon({
    url: origin,
    connections: 64,
    duration: seconds,
    requests: [
      {
        ...{ method: 'POST', path: '/api/v1/visits' },
        headers: { host: 'plain-funnel.localhost', 'content-type': 'text/plain;charset=UTF-8' },
        setupRequest: (request) => ({ ...request, body: body() }),
      },
    ],
  });
  const refused = result.statusCodeStats?.['503']?.count ?? 0;
  return {
    ...{ taken: result['2xx'] / result.duration, p99: result.latency.p99, refused },
    failed: result.non2xx - refused + result.errors,
  };
}

async function reportFigures(rounds: number): Promise<Row[]> {
  const visits = Number(process.env.VISITS ?? VISITS);
  const orders = Number(process.env.ORDERS ?? ORDERS);
  return toRows(await withPostgres((databaseUrl) => measureReports({ databaseUrl, visits, orders, rounds })));
}

function toRows({ visits, orders, dayRows, weekRows, weeksMs, ordersMs, times, bareMs }: ReportFigures): Row[] {
  const count = (value: number) => value.toLocaleString('en');
  return times
    .filter(({ days }) => days === YEAR)
    .map(({ report, ms }) => {
      const growth = times
        .filter((one) => one.report === report)
        .map((one) => `${one.days} days ${one.ms.toFixed(0)} ms`);
      const of = report.startsWith('revenue') ? `${count(orders)} orders` : `${count(visits)} visits`;
      return {
        ...{ id: 'N3', figure: `${report} of ${YEAR} days of ${of} over ${MUST.reportMs} ms` },
        ...{ ratio: ms / MUST.reportMs, must: '≤ 1' },
        note: `${growth.join(', ')}; ${(ms / bareMs).toFixed(1)} × the bare sum of funnel_days (${bareMs.toFixed(0)} ms)`,
      };
    })
    .concat({
      ...{ id: 'N4', figure: 'rows of sums of weeks over those of days', ratio: weekRows / dayRows, must: '≤ 1' },
      note: `${count(weekRows)} of ${count(dayRows)}; adding up ${Math.round(YEAR / 7)} weeks took ${(weeksMs / 1_000).toFixed(1)} s, ${YEAR} days of orders ${(ordersMs / 1_000).toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`,
    });
}

async function withPostgres<T>(run: (databaseUrl: string, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: createLogger({ name: 'bench', level: 'silent' }),
  });
  try {
    return await run(postgres.url, folder);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

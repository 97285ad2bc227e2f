import { replayErasures } from '@svc/analysis-svc/replay-erasures';
import { type ChangeOrder, createDatabase, createLogger } from '@svc/kit';
import { afterRestore } from './after-restore.js';
import { drill } from './drill/drill.js';
import { pushDrillMetrics, writeDrillMetrics } from './drill/drill-metrics.js';
import { exportErasures, readErasures } from './erasures.js';
import { reencrypt } from './reencrypt.js';
import { restamp } from './restamp.js';
import type { SchemaName } from './schema-names.js';
import { checkStopped, getDatabaseUrl, withSchemas } from './schemas.js';
import { SEALED_SCHEMAS } from './sealed.js';
import { SERVICE_SCHEMAS } from './service-schemas.js';
import { verify } from './verify.js';

export async function runVerify(at: Date | undefined): Promise<void> {
  const options = { environment: process.env, schemas: SERVICE_SCHEMAS, at };
  const { problems, counts } = await withSchemas(process.env, (connections) => verify(connections, options));
  for (const [table, count] of Object.entries(counts)) console.log(`${table}: ${count}`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('No problem found.');
}

export async function runRestamp(order: ChangeOrder | undefined): Promise<void> {
  const { rows, followers } = await withSchemas(process.env, (connections) => restamp(connections, order));
  console.log(`${rows} rows are stamped; ${followers} followers begin from the start.`);
}

export async function runAfterRestore(service: SchemaName): Promise<void> {
  const done = await withSchemas(process.env, (connections) => afterRestore(connections, service));
  console.log(`${done.raised} companies have higher numbers now; followers of ${service} begin from the start.`);
  if (done.applyAgain.length > 0) console.log(`Files to apply again, of: ${done.applyAgain.join(', ')}.`);
  if (done.unknown.length > 0) console.log(`Companies that funnel does not have: ${done.unknown.join(', ')}.`);
  if (NEXT[service] !== undefined) console.log(NEXT[service]);
}

const NEXT: Partial<Record<SchemaName, string>> = {
  analysis: 'Run "svc ops replay-erasures" before analysis-svc starts.',
  matcher: 'If RANKING_CACHE is redis, empty Redis before matcher-svc starts.',
};

export async function runExportErasures(since: Date): Promise<void> {
  const lines = await withSchemas(process.env, ({ analysis }) => exportErasures(analysis, since));
  for (const line of lines) console.log(line);
}

export async function runReplayErasures(file: string, since: Date): Promise<void> {
  const hashes = await readErasures(file, since);
  await withSchemas(process.env, checkStopped);
  const database = createDatabase({
    url: getDatabaseUrl('analysis', process.env),
    ...SERVICE_SCHEMAS.analysis,
    statementTimeoutMs: 0,
    log: createLogger({ name: 'ops', level: 'warn' }),
  });
  try {
    const erased = await replayErasures(database.knex, hashes);
    console.log(`${hashes.length} erasures read; ${erased} analyses erased again.`);
  } finally {
    await database.close();
  }
}

export async function runReencrypt(dryRun: boolean): Promise<void> {
  const options = { environment: process.env, dryRun };
  const reports = await withSchemas(process.env, (connections) => reencrypt(connections, options), SEALED_SCHEMAS);
  for (const { name, reencrypted, keys, problems } of reports) {
    const stored = [...keys].map(([key, count]) => `${count} with key ${key}`).join(', ') || 'none';
    console.log(`${name}: ${reencrypted} rows ${dryRun ? 'to encrypt again' : 'encrypted again'}. Stored: ${stored}.`);
    for (const problem of problems) console.error(`${name}: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

export async function runDrill(options: {
  origin: string;
  baseDomain: string;
  analyses: number;
  /** A file, or the address of a Pushgateway; undefined: neither. */
  metrics: string | undefined;
}): Promise<void> {
  const { metrics } = options;
  const done = await withSchemas(process.env, (connections) => drill(connections, options), ['analysis', 'funnel']);
  for (const problem of done.problems) console.error(problem);
  if (done.problems.length > 0) {
    process.exitCode = 1;
    return;
  }
  console.log(`${done.analyses} stored analyses give the same match twice; one was created and matched.`);
  const drilled = { seconds: done.seconds, endedAt: new Date() };
  if (metrics === undefined) return;
  if (/^https?:/.test(metrics)) await pushDrillMetrics(metrics, drilled);
  else writeDrillMetrics(metrics, drilled);
}

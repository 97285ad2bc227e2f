import { createDatabase, createLogger, type ServiceSchema } from '@svc/kit';
import { findBrokenForeignKeys } from './foreign-keys.js';
import { SCHEMAS, type SchemaName } from './schema-names.js';
import { type Connections, getDatabaseUrl } from './schemas.js';
import { listSealed, openSealed, readSecretBox, SEALED_SCHEMAS } from './sealed.js';
import { SEALED_COLUMNS } from './service-schemas.js';
import { countFutureStamps } from './stamps.js';

/** Rows that a report counts, so that it can be compared with that of another day. */
const COUNTED: Readonly<Record<SchemaName, readonly string[]>> = {
  funnel: ['companies', 'funnels', 'funnel_versions', 'api_keys'],
  analysis: ['analyses', 'deliveries', 'erased_analyses'],
  matcher: ['company_configs', 'funnel_states', 'catalog_snapshots'],
  catalog: ['catalogs', 'products', 'variants'],
  identity: ['users'],
  insight: ['visits', 'orders', 'refunds'],
  chat: ['threads', 'turns'],
};

/** The newest analysis of a busy system is at most this much older than the time of the restore. */
const NEWEST_WITHIN_S = 60;

export interface Verification {
  /** What must be done before the services start, in sentences. */
  problems: string[];
  counts: Record<string, number>;
}

/**
 * Compares the databases with this release and with each other. Changes nothing. docs/operations.md "After a restore".
 * @param options.at - the time to which they were restored: there must be an analysis of the minute before it.
 */
export async function verify(
  connections: Connections,
  options: {
    environment: NodeJS.ProcessEnv;
    schemas: Readonly<Record<SchemaName, ServiceSchema>>;
    at?: Date | undefined;
  },
): Promise<Verification> {
  const behind = await checkMigrations(options);
  // What follows reads the schemas of this release.
  if (behind.length > 0) return { problems: behind, counts: {} };
  const problems = [
    ...(await checkStamps(connections)),
    ...(await checkPositions(connections)),
    ...(await checkVersions(connections)),
    ...(await checkForeignKeys(connections)),
    ...(await checkSecrets(connections, options.environment)),
    ...(options.at === undefined ? [] : await checkNewest(connections, options.at)),
  ];
  return { problems, counts: await countRows(connections) };
}

async function checkMigrations(options: Parameters<typeof verify>[1]): Promise<string[]> {
  const problems: string[] = [];
  for (const schema of SCHEMAS) {
    const url = getDatabaseUrl(schema, options.environment);
    const log = createLogger({ name: 'ops', level: 'silent' });
    const database = createDatabase({ url, ...options.schemas[schema], poolMax: 1, log });
    try {
      await database.checkMigrations();
    } catch (error) {
      problems.push(`${schema}: ${(error as Error).message}`);
    } finally {
      await database.close();
    }
  }
  return problems;
}

async function checkStamps(connections: Connections): Promise<string[]> {
  const problems: string[] = [];
  for (const schema of SCHEMAS) {
    const rows = await countFutureStamps(connections[schema]);
    if (rows > 0) {
      problems.push(`${schema}: ${rows} rows were changed by transactions of another server. Run "svc ops restamp".`);
    }
  }
  return problems;
}

/** Who follows what of whom, by the name of its position in `follower_cursors`. */
const POSITIONS = [
  ['matcher', 'funnels', 'funnel'],
  ['matcher', 'catalogs', 'catalog'],
  ['matcher', 'erasures', 'analysis'],
  ['insight', 'erasures', 'analysis'],
  ['chat', 'erasures', 'analysis'],
  ['insight', 'facts', 'analysis'],
  ['insight', 'events', 'matcher'],
] as const;

/** Positions of followers in other services that the servers of those services have not reached. */
async function checkPositions(connections: Connections): Promise<string[]> {
  const problems: string[] = [];
  for (const [follower, name, service] of POSITIONS) {
    const { rows } = await connections[follower].query<{ cursor: string }>(
      'select cursor from follower_cursors where name = $1',
      [name],
    );
    // The transaction, and where it was interrupted within a page.
    const [position] = /^\d+/.exec(rows[0]?.cursor ?? '') ?? [];
    if (position === undefined) continue;
    const { rows: ahead } = await connections[service].query<{ ahead: boolean }>(
      'select change_start($1::xid8) <> $1::xid8 as ahead',
      [position],
    );
    if (ahead[0]?.ahead) problems.push(`${follower}: its position in ${service} is ahead. ${repair(service)}`);
  }
  return problems;
}

const repair = (service: SchemaName): string => `Run "svc ops after-restore ${service}".`;

async function checkVersions({ funnel, catalog, matcher }: Connections): Promise<string[]> {
  const read = async (client: Connections['funnel'], statement: string) => {
    const { rows } = await client.query<{ id: string; number: string }>(statement);
    return new Map(rows.map(({ id, number }) => [id, Number(number)]));
  };
  const isAhead = (copies: Map<string, number>, sources: Map<string, number>): number =>
    [...copies].filter(([id, number]) => number > (sources.get(id) ?? 0)).length;
  const versions = await read(funnel, 'select id, version as number from companies');
  const revisions = await read(funnel, 'select id, revision as number from companies');
  const catalogs = await read(catalog, 'select company_id as id, version as number from catalogs');
  const found: [count: number, what: string, service: SchemaName][] = [
    [
      isAhead(await read(matcher, 'select company_id as id, version as number from funnel_states'), versions),
      'companies are newer in matcher than in funnel',
      'funnel',
    ],
    [
      isAhead(await read(matcher, 'select company_id as id, revision as number from company_configs'), revisions) +
        isAhead(await read(catalog, 'select company_id as id, revision as number from catalogs'), revisions),
      'applied files are newer in matcher or catalog than in funnel',
      'funnel',
    ],
    [
      isAhead(await read(matcher, 'select company_id as id, version as number from catalog_snapshots'), catalogs),
      'catalogs are newer in matcher than in catalog',
      'catalog',
    ],
  ];
  return found.filter(([count]) => count > 0).map(([count, what, service]) => `${count} ${what}. ${repair(service)}`);
}

/** Published versions, attempts of deliveries, attributions of orders: what names something has it. */
async function checkForeignKeys(connections: Connections): Promise<string[]> {
  const problems: string[] = [];
  for (const schema of SCHEMAS) {
    for (const problem of await findBrokenForeignKeys(connections[schema])) problems.push(`${schema}: ${problem}`);
  }
  return problems;
}

/** Encrypted values need the keys of the time of the backup. Without keys nothing is checked. */
async function checkSecrets(connections: Connections, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const problems: string[] = [];
  for (const schema of SEALED_SCHEMAS) {
    const column = SEALED_COLUMNS[schema];
    const box = readSecretBox(column, environment);
    if (!box) continue;
    let rows = 0;
    for await (const row of listSealed(connections[schema], column)) {
      if (openSealed(box, row) === undefined) rows += 1;
    }
    const name = `${column.table}.${column.column}`;
    if (rows > 0) {
      problems.push(`${schema}: ${rows} rows of ${name} need a key that ${column.variable} does not have. Add it.`);
    }
  }
  return problems;
}

async function checkNewest({ analysis }: Connections, at: Date): Promise<string[]> {
  const { rows } = await analysis.query<{ newest: Date | null }>('select max(created_at) as newest from analyses');
  const newest = rows[0]?.newest ?? null;
  if (newest !== null && at.getTime() - newest.getTime() <= NEWEST_WITHIN_S * 1000) return [];
  return [
    `The newest analysis is of ${newest?.toISOString() ?? 'no time'}: more than ${NEWEST_WITHIN_S} s before ${at.toISOString()}.`,
  ];
}

async function countRows(connections: Connections): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const schema of SCHEMAS) {
    for (const table of COUNTED[schema]) {
      const { rows } = await connections[schema].query<{ count: string }>(`select count(*) as count from ${table}`);
      counts[`${schema}.${table}`] = Number(rows[0]?.count);
    }
  }
  return counts;
}

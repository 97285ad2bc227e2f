import { env, readEnv } from '@svc/kit';
import pg from 'pg';
import { UsageError } from '../connection.js';
import { SCHEMAS, type SchemaName } from './schema-names.js';

const toVariable = (schema: SchemaName) => `DATABASE_URL_${schema.toUpperCase()}`;

const OPS_ENV = {
  DATABASE_URL: env.url({ optional: true, secret: true, doc: 'PostgreSQL of all services.' }),
  ...Object.fromEntries(
    SCHEMAS.map((schema) => [
      toVariable(schema),
      env.url({ optional: true, secret: true, doc: `PostgreSQL of the schema ${schema}.` }),
    ]),
  ),
};

/** The URL of the database that has a schema. @throws UsageError */
export function getDatabaseUrl(schema: SchemaName, environment: NodeJS.ProcessEnv): string {
  const values = readEnv(OPS_ENV, environment) as Record<string, string | undefined>;
  const url = values[toVariable(schema)] ?? values.DATABASE_URL;
  if (url !== undefined) return url;
  throw new UsageError(`DATABASE_URL must be set, or ${toVariable(schema)} for the database of ${schema} alone.`);
}

/** A connection as the owner of a schema, who sees the rows of all companies. */
export type Connections = Readonly<Record<SchemaName, pg.Client>>;

/** Calls `use` with a connection to every schema, or to those that are named, and closes them afterwards. */
export async function withSchemas<T, Name extends SchemaName = SchemaName>(
  environment: NodeJS.ProcessEnv,
  use: (connections: Pick<Connections, Name>) => Promise<T>,
  schemas: readonly Name[] = SCHEMAS as readonly SchemaName[] as readonly Name[],
): Promise<T> {
  const opened: [SchemaName, pg.Client][] = [];
  try {
    for (const schema of schemas) {
      const client = new pg.Client({
        connectionString: getDatabaseUrl(schema, environment),
        application_name: 'svc-ops',
        options: `-c role=svc_${schema} -c search_path=${schema}`,
      });
      await client.connect();
      opened.push([schema, client]);
    }
    return await use(Object.fromEntries(opened) as Pick<Connections, Name>);
  } finally {
    await Promise.all(opened.map(([, client]) => client.end()));
  }
}

/** Services keep positions and versions in memory, so they must not run. @throws UsageError that names them. */
export async function checkStopped(connections: Connections): Promise<void> {
  const running: string[] = [];
  for (const schema of SCHEMAS) {
    const { rowCount } = await connections[schema].query(
      'select from pg_stat_activity where datname = current_database() and application_name = $1',
      [`svc-${schema}`],
    );
    if (rowCount) running.push(schema);
  }
  if (running.length === 0) return;
  throw new UsageError(`All services must be stopped. Connected to the database: services of ${running.join(', ')}.`);
}

/** Runs `use` in one transaction. */
export async function inTransaction<T>(client: pg.Client, use: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await use();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

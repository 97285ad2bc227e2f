import { createSecretBox, env, readEnv, type SealedColumn, type SecretBox } from '@svc/kit';
import type pg from 'pg';
import { UsageError } from '../connection.js';
import type { Connections } from './schemas.js';
import { SEALED_COLUMNS } from './service-schemas.js';

export type SealedSchema = keyof typeof SEALED_COLUMNS;
export const SEALED_SCHEMAS = Object.keys(SEALED_COLUMNS) as SealedSchema[];
export type SealedConnections = Pick<Connections, SealedSchema>;

/** Rows that are in memory at a time. */
const PAGE_ROWS = 500;

export interface SealedRow {
  id: string;
  owner: string;
  sealed: Buffer;
}

/** The keys of a service. @returns undefined when its variable is not set. @throws UsageError */
export function readSecretBox({ variable }: SealedColumn, environment: NodeJS.ProcessEnv): SecretBox | undefined {
  const doc = 'Keys, 32 bytes as base64 each, separated by commas: the first encrypts, all decrypt.';
  const keys = readEnv({ [variable]: env.string({ optional: true, secret: true, doc }) }, environment)[variable];
  if (keys === undefined) return undefined;
  const box = createSecretBox(keys);
  if (box) return box;
  throw new UsageError(`${variable} must be 32 bytes as base64, or several separated by commas.`);
}

/** Sealed rows in the order of their ids. @param exceptKeyId - leaves out those that were sealed with this key. */
export async function* listSealed(
  client: pg.Client,
  { table, column, id, owner }: SealedColumn,
  exceptKeyId = '',
): AsyncGenerator<SealedRow> {
  let after: string | null = null;
  for (;;) {
    const { rows }: pg.QueryResult<SealedRow> = await client.query(
      `select ${id} as id, ${owner} as owner, ${column} as sealed from ${table}
        where ${column} is not null and substring(${column} from 1 for 4) <> decode($1, 'hex') and ($2::text is null or ${id} > $2)
        order by ${id} limit ${PAGE_ROWS}`,
      [exceptKeyId, after],
    );
    yield* rows;
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.id ?? null;
  }
}

/** How many rows were sealed with which key. */
export async function countByKey(client: pg.Client, { table, column }: SealedColumn): Promise<Map<string, number>> {
  const { rows } = await client.query<{ key: string; count: string }>(
    `select encode(substring(${column} from 1 for 4), 'hex') as key, count(*) as count
       from ${table} where ${column} is not null group by 1 order by 2 desc, 1`,
  );
  return new Map(rows.map(({ key, count }) => [key, Number(count)]));
}

/** The secret of a row, or undefined if no configured key opens it. */
export function openSealed(box: SecretBox, { sealed, owner }: SealedRow): string | undefined {
  try {
    return box.open(sealed, owner);
  } catch {
    return undefined;
  }
}

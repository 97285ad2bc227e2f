import type { SealedColumn, SecretBox } from '@svc/kit';
import type pg from 'pg';
import {
  countByKey,
  listSealed,
  openSealed,
  readSecretBox,
  SEALED_SCHEMAS,
  type SealedConnections,
  type SealedRow,
} from './sealed.js';
import { SEALED_COLUMNS } from './service-schemas.js';

/** Ids that a report names of rows that cannot be decrypted. */
const MAX_NAMED = 10;

export interface ReencryptReport {
  /** Schema, table and column. */
  name: string;
  /** Rows that were encrypted again; of a dry run, those that would be. */
  reencrypted: number;
  /** Rows by the id of their key, afterwards. */
  keys: ReadonlyMap<string, number>;
  /** What prevents the removal of old keys, in sentences. */
  problems: string[];
}

/**
 * Encrypts stored secrets with the first key of their service. Services may run: a row that one of them changes meanwhile is left as the
 * service wrote it. May be interrupted and repeated, since each row is changed alone. docs/operations.md "Rotation of keys".
 */
export async function reencrypt(
  connections: SealedConnections,
  options: { environment: NodeJS.ProcessEnv; dryRun: boolean },
): Promise<ReencryptReport[]> {
  const boxes = SEALED_SCHEMAS.map((schema) => readSecretBox(SEALED_COLUMNS[schema], options.environment));
  const reports: ReencryptReport[] = [];
  for (const [at, schema] of SEALED_SCHEMAS.entries()) {
    const [client, column, box] = [connections[schema], SEALED_COLUMNS[schema], boxes[at]];
    const name = `${schema}.${column.table}.${column.column}`;
    const done = box ? await reencryptColumn(client, column, { box, dryRun: options.dryRun }) : NOTHING;
    const keys = await countByKey(client, column);
    reports.push({ name, reencrypted: done.reencrypted, keys, problems: findProblems(column, { box, keys, ...done }) });
  }
  return reports;
}

interface Done {
  reencrypted: number;
  /** Ids of rows that no key opens: all are counted, the first are named. */
  unreadable: string[];
  unreadableCount: number;
}
const NOTHING: Done = { reencrypted: 0, unreadable: [], unreadableCount: 0 };

async function reencryptColumn(
  client: pg.Client,
  column: SealedColumn,
  { box, dryRun }: { box: SecretBox; dryRun: boolean },
): Promise<Done> {
  const done: Done = { reencrypted: 0, unreadable: [], unreadableCount: 0 };
  for await (const row of listSealed(client, column, box.keyId)) {
    const secret = openSealed(box, row);
    if (secret === undefined) {
      done.unreadableCount += 1;
      if (done.unreadable.length < MAX_NAMED) done.unreadable.push(row.id);
    } else if (dryRun || (await replaceSealed(client, column, { row, sealed: box.seal(secret, row.owner) }))) {
      done.reencrypted += 1;
    }
  }
  return done;
}

/** False if the row has been changed since it was read. */
async function replaceSealed(
  client: pg.Client,
  { table, column, id, owner }: SealedColumn,
  { row, sealed }: { row: SealedRow; sealed: Buffer },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update ${table} set ${column} = $4 where ${id} = $1 and ${owner} = $2 and ${column} = $3`,
    [row.id, row.owner, row.sealed, sealed],
  );
  return rowCount === 1;
}

function findProblems(
  { variable, id }: SealedColumn,
  found: Done & { box: SecretBox | undefined; keys: ReadonlyMap<string, number> },
): string[] {
  const rows = [...found.keys.values()].reduce((sum, count) => sum + count, 0);
  if (!found.box) return rows === 0 ? [] : [`${variable} must be set: ${rows} rows are encrypted.`];
  const old = rows - (found.keys.get(found.box.keyId) ?? 0);
  const { unreadable, unreadableCount } = found;
  if (unreadableCount > 0) {
    const named = `${id}: ${unreadable.join(', ')}${unreadableCount > unreadable.length ? ', …' : ''}`;
    return [`${unreadableCount} rows cannot be decrypted with ${variable} (${named}). Add the key that is missing.`];
  }
  return old === 0 ? [] : [`${old} rows still need an older key of ${variable}. Run "svc ops reencrypt".`];
}

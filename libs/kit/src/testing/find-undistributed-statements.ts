import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Tables that are to be distributed, with the columns that name the shard of a row. */
export type DistributionKeys = Readonly<Record<string, readonly string[]>>;

/** A statement that reads or changes rows without naming their shard, so that all shards must run it. */
export interface UndistributedStatement {
  /** Relative to the folder. */
  file: string;
  table: string;
  sql: string;
}

const NO_PRODUCTION_CODE = /\.(test|testing|d)\.ts$|(^|\/)(testing|migrations|bench)\//;

/**
 * Finds statements in the sources of a service that would run on every shard. An insert names its shard, since the column must not be
 * null. Texts are searched, not run: a statement whose condition is put together from parts is listed too.
 * docs/adr/0069-analyses-and-events-in-buckets.md.
 */
export async function findUndistributedStatements(
  folder: URL,
  keys: DistributionKeys,
): Promise<UndistributedStatement[]> {
  const root = fileURLToPath(folder);
  const entries = await readdir(root, { recursive: true });
  const files = entries.filter((name) => name.endsWith('.ts') && !NO_PRODUCTION_CODE.test(name)).sort();
  const found: UndistributedStatement[] = [];
  for (const name of files) {
    const file = relative(root, join(root, name));
    const source = await readFile(join(root, name), 'utf8');
    found.push(...findInSource(source, keys).map((statement) => ({ file, ...statement })));
  }
  return found;
}

/** The same for the text of one file. */
export function findInSource(source: string, keys: DistributionKeys): Omit<UndistributedStatement, 'file'>[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  const texts = [...code.matchAll(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g)].map(([text]) => text.slice(1, -1));
  // A query of Knex, to the end of its statement: `trx('deliveries').where({ id }).update(…);`
  const built = [...code.matchAll(/\b\w+(?:<[^>]*>)?\(\s*'(\w+)'\s*\)\s*\.[^;]*/g)];
  return Object.entries(keys).flatMap(([table, columns]) => {
    const used = new RegExp(`\\b(?:from|join|update)\\s+(?:only\\s+)?(?:all_)?${table}\\b`, 'i');
    const column = `\\b(?:${columns.join('|')})\\b`;
    // By a value that the caller has: another row of the same statement is found on every shard.
    const named = new RegExp(`${column}\\s*(?:=|in)\\s*(?:\\?|\\$|:|any\\b|\\((?!\\s*select))`, 'i');
    const given = new RegExp(`${column}\\s*[:,}]|whereIn\\(\\s*'${column}'`);
    const isInsert = (text: string) => /\)\s*\.insert\(/.test(text);
    return [
      ...texts.filter((text) => used.test(text) && !named.test(text)),
      ...built.filter(([text, of]) => of === table && !isInsert(text) && !given.test(text)).map(([text]) => text),
    ].map((sql) => ({ table, sql: sql.replace(/\s+/g, ' ').trim() }));
  });
}

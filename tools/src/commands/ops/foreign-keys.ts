import type pg from 'pg';

interface ForeignKey {
  child: string;
  parent: string;
  childColumns: string[];
  parentColumns: string[];
}

/**
 * Rows that name rows which do not exist, of every foreign key of a schema: a restore from damaged files may leave them, also with
 * constraints that are valid. Reads both tables of each.
 * @returns sentences, without the schema.
 */
export async function findBrokenForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<ForeignKey>(FOREIGN_KEYS);
  const problems: string[] = [];
  for (const key of rows) {
    const count = await countOrphans(client, key);
    if (count > 0) problems.push(`${count} rows of ${key.child} name rows of ${key.parent} that do not exist.`);
  }
  return problems;
}

/** Those of partitions are those of their tables. */
const FOREIGN_KEYS = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    (select array_agg(quote_ident(attname) order by place) from unnest(conkey) with ordinality as k (number, place)
      join pg_attribute on attrelid = conrelid and attnum = number)::text[] as "childColumns",
    (select array_agg(quote_ident(attname) order by place) from unnest(confkey) with ordinality as k (number, place)
      join pg_attribute on attrelid = confrelid and attnum = number)::text[] as "parentColumns"
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
  order by 1, 2, 3`;

async function countOrphans(client: pg.Client, key: ForeignKey): Promise<number> {
  const isNamed = key.childColumns.map((column) => `child.${column} is not null`).join(' and ');
  const isSame = key.childColumns
    .map((column, at) => `child.${column} = parent.${key.parentColumns[at]}`)
    .join(' and ');
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from ${key.child} child
     where ${isNamed} and not exists (select from ${key.parent} parent where ${isSame})`,
  );
  return Number(rows[0]?.count);
}

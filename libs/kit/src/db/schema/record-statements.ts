import knexFactory, { type Knex } from 'knex';
import pg from 'pg';

/** Answers a statement that reads; undefined when it cannot be answered, so that the statement is recorded like all others. */
export type AnswerRead = (sql: string, bindings: readonly unknown[]) => Promise<unknown[] | undefined>;

interface Query {
  text: string;
  values: readonly unknown[];
}

/**
 * The SQL of `work`, in order, without running it: its Knex has a connection that records. Statements that read, which decide what a
 * migration does, are answered by `answer` and are not part of the result.
 */
export async function recordStatements(work: (knex: Knex) => Promise<unknown>, answer: AnswerRead): Promise<string[]> {
  const statements: string[] = [];
  const run = async ({ text, values }: Query) => {
    const rows = /^\s*(select|with|show)\b/i.test(text) ? await answer(text, values) : undefined;
    if (rows === undefined) statements.push(withBindings(text, values));
    return { rows: rows ?? [], rowCount: rows?.length ?? 0, command: 'SELECT' };
  };
  const connection = {
    query: (query: Query, done: (error: unknown, response?: unknown) => void) =>
      run(query).then((response) => done(null, response), done),
    end: (done: () => void) => done(),
  };
  const knex = knexFactory({ client: 'pg', connection: {}, pool: { min: 0, max: 1 } });
  knex.client.acquireRawConnection = async () => connection;
  try {
    await work(knex);
  } finally {
    await knex.destroy();
  }
  return statements;
}

function withBindings(text: string, values: readonly unknown[]): string {
  if (values.length === 0) return text;
  return text.replace(/\$(\d+)/g, (_, position: string) => toLiteral(values[Number(position) - 1]));
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);
  return pg.escapeLiteral(text);
}

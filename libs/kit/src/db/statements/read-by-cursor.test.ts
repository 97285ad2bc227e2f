import knexFactory, { type Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.js';
import { readByCursor } from './read-by-cursor.js';

describe('reading by a cursor', () => {
  let db: Knex;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await createTestDatabase();
    drop = created.drop;
    db = knexFactory({ client: 'pg', connection: created.url, pool: { min: 0, max: 1 } });
  });
  afterAll(async () => {
    await db.destroy();
    await drop();
  });

  const read = (
    trx: Knex.Transaction,
    count: number,
    sql = 'select number from generate_series(1, ?::integer) as number',
  ) => readByCursor<{ number: number }>(trx, { name: 'numbers', sql, bindings: [count], rows: 3 });

  it.each([0, 1, 3, 7])('gives %i rows in their order, at most so many a page', async (count) => {
    const pages: number[][] = [];
    await db.transaction(async (trx) => {
      for await (const page of read(trx, count)) pages.push(page.map(({ number }) => number));
    });
    expect(pages.flat()).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(pages.every(({ length }) => length > 0 && length <= 3)).toBe(true);
  });

  it('is closed when the reader stops early, so that its name is free in the same transaction', async () => {
    await db.transaction(async (trx) => {
      for await (const _page of read(trx, 7)) break;
      const again = await read(trx, 2).next();
      expect(again.value).toEqual([{ number: 1 }, { number: 2 }]);
    });
  });

  it('fails with the error of the statement', async () => {
    const failing = db.transaction(async (trx) => {
      for await (const _page of read(trx, 7, 'select 1 / (number - 5) from generate_series(1, ?::integer) as number'));
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });
});

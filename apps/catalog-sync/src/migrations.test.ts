import { checkMigrations, testDatabase } from '@svc/kit/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MIGRATIONS } from './app.js';
import { commonWords } from './feeds/common-name.js';

/** They lock a table that others use, and existed before that was forbidden. docs/operations.md "Rules for migrations", rule 2. */
const EXCEPTIONS = {
  '20261121190000_held_imports': 'a small table',
  '20261121190100_feeds': 'a small table',
  '20261121200000_shopify': 'a small table',
  '20261121220300_index_job_lanes': 'a table of waiting jobs only',
  '20261123090000_product_addresses': 'rewrites the products once; imports wait for it',
};

it('each down reverts exactly its up, and schema.sql is the schema that they make', async () => {
  const schema = await checkMigrations({ schema: 'catalog', migrationsDirectory: MIGRATIONS, exceptions: EXCEPTIONS });
  await expect(schema).toMatchFileSnapshot('../schema.sql');
});

it('common_words of the database and of the importer are the same function', async () => {
  const { database, drop } = await testDatabase({ schema: 'catalog', migrationsDirectory: MIGRATIONS });
  try {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', 'é', '😀', '–', '(', '\u00a0'), maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, name), { minLength: 100, maxLength: 100 }), async (pairs) => {
        const { rows } = await database.knex.raw<{ rows: { words: string }[] }>(
          `select common_words(pair->>0, pair->>1) as words
             from jsonb_array_elements(?) with ordinality as pairs (pair, place) order by place`,
          [JSON.stringify(pairs)],
        );
        expect(rows.map(({ words }) => words)).toEqual(pairs.map(([a, b]) => commonWords(a, b)));
      }),
      { numRuns: 10 },
    );
  } finally {
    await drop();
  }
});

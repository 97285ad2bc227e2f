import { checkMigrations } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { migrationsDirectory } from './testing/test-service.testing.js';

/** They lock a table that others use, and existed before that was forbidden. docs/operations.md "Rules for migrations", rule 2. */
const EXCEPTIONS = {
  '20261123090000_index_domains': 'a row per company',
};

describe('migrations of schema funnel', () => {
  it('each down reverts exactly its up, and schema.sql is the schema that they make', async () => {
    const schema = await checkMigrations({ schema: 'funnel', migrationsDirectory, exceptions: EXCEPTIONS });
    await expect(schema).toMatchFileSnapshot('../schema.sql');
  });
});

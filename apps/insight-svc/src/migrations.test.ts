import { checkMigrations } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { migrationsDirectory } from './testing/test-service.testing.js';

const exceptions = {
  '20261127190100_mark_known_orders': 'The table of marks is new, small, and nothing waits for it.',
};

describe('migrations of schema insight', () => {
  it('each down reverts exactly its up, and schema.sql is the schema that they make', async () => {
    const schema = await checkMigrations({ schema: 'insight', migrationsDirectory, exceptions });
    await expect(schema).toMatchFileSnapshot('../schema.sql');
  });
});

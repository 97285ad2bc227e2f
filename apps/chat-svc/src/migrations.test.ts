import { checkMigrations } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { migrationsDirectory } from './testing/test-service.testing.js';

describe('migrations of schema chat', () => {
  it('each down reverts exactly its up, and schema.sql is the schema that they make', async () => {
    const schema = await checkMigrations({ schema: 'chat', migrationsDirectory });
    await expect(schema).toMatchFileSnapshot('../schema.sql');
  });
});

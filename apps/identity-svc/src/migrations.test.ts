import { checkMigrations } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { migrationsDirectory } from './testing/test-service.testing.js';

const exceptions = {
  '20261127200200_partition_audit_log':
    'Renames tables of which the release before finds partitioned ones under the former names, with the same columns.',
};

describe('migrations of schema identity', () => {
  it('each down reverts exactly its up, and schema.sql is the schema that they make', async () => {
    const schema = await checkMigrations({ schema: 'identity', migrationsDirectory, exceptions });
    await expect(schema).toMatchFileSnapshot('../schema.sql');
  });
});

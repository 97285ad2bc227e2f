import { checkMigrations } from '@svc/kit/testing';
import { expect, it } from 'vitest';
import { MIGRATIONS } from './testing/matcher.js';

it('each down of a migration reverts exactly its up, and schema.sql is the schema that they make', async () => {
  const schema = await checkMigrations({ schema: 'matcher', migrationsDirectory: MIGRATIONS });
  await expect(schema).toMatchFileSnapshot('../schema.sql');
});

import { checkMigrations } from '@svc/kit/testing';
import { it } from 'vitest';
import { MIGRATIONS } from './testing/matcher.js';

it('every migration goes up from nothing, down step by step, and up again', async () => {
  await checkMigrations({ schema: 'matcher', migrationsDirectory: MIGRATIONS });
});

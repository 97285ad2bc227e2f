import { checkMigrations } from '@svc/kit/testing';
import { describe, it } from 'vitest';
import { migrationsDirectory } from './testing/test-service.testing.js';

describe('migrations of schema funnel', () => {
  it('go up from nothing and down again step by step, each undoing exactly what it did', async () => {
    await checkMigrations({ schema: 'funnel', migrationsDirectory });
  });
});

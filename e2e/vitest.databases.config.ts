import { defineConfig } from 'vitest/config';

const contract = {
  include: ['system/contract/*.test.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 1,
  setupFiles: ['support/remove-systems.ts'],
};

/** Where lists, exports and replays are read. */
const MANAGEMENT = 'system/management/management-core.test.ts';

/**
 * `npm run databases:test`: the contract holds with a PostgreSQL for each service, behind PgBouncer in session mode and in transaction
 * mode, with changes that are listed by the clock, and with a standby for reads; nothing acknowledged is lost when the standby takes
 * over. Needs PgBouncer.
 */
export default defineConfig({
  test: {
    globalSetup: ['support/global-setup.ts'],
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { test: { ...contract, name: 'one PostgreSQL per service', env: { DATABASES: 'each' } } },
      { test: { ...contract, name: 'PgBouncer', env: { DATABASES: 'pooled' } } },
      { test: { ...contract, name: 'PgBouncer, transactions', env: { DATABASES: 'transactions' } } },
      { test: { ...contract, name: 'changes by the clock', env: { DATABASES: 'clock' } } },
      {
        test: {
          ...contract,
          name: 'standby',
          env: { DATABASES: 'standby' },
          include: [...contract.include, MANAGEMENT],
        },
      },
      { test: { ...contract, name: 'failover', include: ['databases/**/*.test.ts'] } },
    ],
  },
});

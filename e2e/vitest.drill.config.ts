import { defineConfig } from 'vitest/config';

/** `npm run restore:drill`: backs up a server, loses it and restores it. Needs root, PostgreSQL of Debian and pgBackRest. */
export default defineConfig({
  test: {
    include: ['drill/**/*.test.ts'],
    globalSetup: ['support/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});

import { defineConfig } from 'vitest/config';

/** `npm run upgrade:test`: replaces each process of the release before under load, and goes back. Needs HAProxy. */
export default defineConfig({
  test: {
    include: ['upgrade/**/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 20_000 } },
  },
});

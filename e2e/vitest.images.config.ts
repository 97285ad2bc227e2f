import { defineConfig } from 'vitest/config';

/** `npm run deploy:test`: builds the images of all programs and runs them. Needs root, buildah and redis-server; takes minutes. */
export default defineConfig({
  test: {
    include: ['images/**/*.test.ts'],
    globalSetup: ['support/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
  },
});

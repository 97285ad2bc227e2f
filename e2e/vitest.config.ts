import { defineConfig } from 'vitest/config';
import { testConfig } from '../vitest.base.js';

const { test } = testConfig();

/** System tests: the running system over real HTTP. One file at a time, since each starts a whole system. */
export default defineConfig({
  test: {
    ...test,
    include: ['system/**/*.test.ts'],
    outputFile: { json: 'test-results/system.json' },
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

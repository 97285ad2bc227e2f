import { defineConfig } from 'vitest/config';
import { testConfig } from '../vitest.base.js';

const { include: _, ...test } = testConfig().test ?? {};

/**
 * Files that need the machine for themselves: they measure times or memory closely, or keep it busy for long. All others run two
 * at a time, each on a system of its own, and therefore bound what they wait for, not how long something takes.
 */
const ALONE = [
  'system/catalogue-swaps.test.ts',
  'system/hostile-pictures.test.ts',
  'system/redis-faults.test.ts',
  'system/replicas.test.ts',
];

/** System tests: the running system over real HTTP. `npx vitest run system/feeds.test.ts` runs one file. */
export default defineConfig({
  test: {
    ...test,
    outputFile: { json: 'test-results/system.json' },
    globalSetup: ['support/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'together',
          include: ['system/**/*.test.ts'],
          exclude: ALONE,
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

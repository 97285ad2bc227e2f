import type { ViteUserConfig } from 'vitest/config';
import { hasBundle } from './tools/program.mjs';

/**
 * Settings of every project's unit and integration tests. Results go to `test-results/results.json` of the project, where
 * `npm test` adds them up.
 * @param database - starts one PostgreSQL for the run; `testDatabase()` of the kit clones databases in it.
 */
export function testConfig({ database = false } = {}): ViteUserConfig {
  return {
    test: {
      include: ['src/**/*.test.ts'],
      environment: 'node',
      reporters: ['default', 'json'],
      outputFile: { json: 'test-results/results.json' },
      // Alone, a project uses both processors. `npm test` runs four projects side by side with one worker each: each loads its
      // modules once then, which saves a tenth of the processor time.
      maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
      // The young generation of the heap begins with the size (MB) to which it would grow anyway. It begins with one otherwise, and
      // collecting garbage that often takes a twentieth of the processor time.
      execArgv: ['--min-semi-space-size=16'],
      // What was built is loaded by Node: Vitest would transform it again, and calls into what it transformed are slower (ADR 164).
      server: { deps: { external: [/\/(?:apps|libs)\/[^/]+\/dist\//] } },
      // Files share the modules of their worker: loading them again for each file took a quarter of the processor time. A test
      // therefore restores what it changes for the whole process, as `process.env`, and mocks no module.
      isolate: false,
      // Threads and processes that tests start load one file instead of hundreds (ADR 169).
      env: { TEST_THREAD_BUNDLES: String(hasBundle(process.cwd(), 'main')) },
      // For tests that hang. A machine may be busy; `npm run bench` measures how fast something is.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // The default of 1 s is too short there.
      expect: { poll: { timeout: 30_000 } },
      ...(database ? { globalSetup: ['@svc/kit/testing/global-setup'] } : {}),
    },
  };
}

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testConfig } from '../vitest.base.js';

const { include: _, ...test } = testConfig().test ?? {};

/**
 * Files that need the machine for themselves: they measure times or memory closely, or keep it busy for long. All others run four
 * at a time, each on a system of its own, and therefore wait for conditions and bound no duration closely.
 */
const ALONE = ['system/catalog/catalog-swaps.test.ts', 'system/operation/redis-faults.test.ts'];

/** Of the others those that wait longest, in this order. They begin first, so that no worker is left with one of them at the end. */
const LONG = [
  'steady-writes',
  'faults',
  'catalog-database-restart',
  'webhooks',
  'replicas',
  'shopify',
  'catalog-feed-faults',
  'catalog-shopify-kills',
  'legacy-submission-faults',
  'contract-core',
  'management-core',
  'matching-core',
  'management-cluster',
  'matching-cluster',
  'pages-cluster',
  'hostile-pictures',
  'feeds',
  'quick-start',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONG.length : at;
    };
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    // A worker serves the files of one project: one that changes between them starts again.
    return (await super.sort(files)).sort(
      (a, b) => group(a) - group(b) || place(a) - place(b) || a.project.name.localeCompare(b.project.name),
    );
  }
}

/**
 * Four on two processors: with more, systems that begin simultaneously wait for each other longer than their clients do. Files share
 * the modules of their worker, as in unit tests: a process for each took a second of processor time (ADR 163).
 */
const together = { maxWorkers: 4, isolate: false, sequence: { groupOrder: 1 } };
const each = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: ['support/remove-systems.ts'],
  // What was built needs no transformation; Node loads it in half of the time.
  server: { deps: { external: [/\/libs\/[^/]+\/dist\//] } },
};

/** System tests: the running system over real HTTP, as `npm run build` left it. `npx vitest run system/catalog/feeds.test.ts` runs one file. */
export default defineConfig({
  test: {
    ...test,
    outputFile: { json: 'test-results/system.json' },
    globalSetup: ['support/global-setup.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      { test: { ...each, ...together, name: 'together', include: ['system/**/*.test.ts'], exclude: ALONE } },
      // The contract holds whichever way the services call each other (ADR 31).
      {
        test: {
          ...each,
          ...together,
          name: 'contract over gRPC',
          include: ['system/contract/*.test.ts'],
          env: { RPC_TRANSPORT: 'grpc' },
        },
      },
      { test: { ...each, name: 'alone', include: ALONE, fileParallelism: false, sequence: { groupOrder: 2 } } },
    ],
  },
});

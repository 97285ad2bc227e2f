import { scaleTimeout, testServerUrl } from '@svc/kit/testing';
import { expect, it } from 'vitest';
import { measureImport } from './bench/import.js';

it('200,000 rows take at most 60 s and 150 MB of memory (docs/reliability.md R5.3)', {
  timeout: scaleTimeout(60_000),
}, async () => {
  const { rows, rssGrowthBytes } = await measureImport({ databaseUrl: testServerUrl(), rounds: 1 });
  expect(rows).toBe(200_000);
  expect(rssGrowthBytes).toBeLessThan(150 * 1024 * 1024);
});

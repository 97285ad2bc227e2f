import { readFileSync } from 'node:fs';
import { COUNTERS, GAUGES, HISTOGRAMS } from '@svc/kit';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
const ROW = /^\| `(\w+)` \| (counter|gauge|histogram) \| (.*?) \| .+? \| (.+) \|$/gm;

it('docs/metrics.md lists every metric of the services with type, labels and help, and no other', () => {
  const toRows = (type: string, metrics: Record<string, { labels: readonly string[]; help: string }>) =>
    Object.entries(metrics).map(([name, { labels, help }]) => {
      const names = labels.map((label) => `\`${label}\``).join(', ');
      return [name, type, names, help.replace(/[.]$/, '')];
    });
  expect([...page.matchAll(ROW)].map((row) => row.slice(1, 5)).sort()).toEqual(
    [...toRows('counter', COUNTERS), ...toRows('gauge', GAUGES), ...toRows('histogram', HISTOGRAMS)].sort(),
  );
});

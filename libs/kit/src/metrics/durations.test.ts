import { expect, it } from 'vitest';
import { Durations } from './durations.js';

it('durations are counted in cumulated buckets, an upper bound belongs to its bucket, and labels are escaped', () => {
  const durations = new Durations('x_seconds', { help: 'Help.', labels: ['a', 'b'] });
  for (const seconds of [0.0005, 0.001, 0.002, 99]) durations.observe(seconds, { b: '2', a: '"\\\n' });
  durations.observe(1, { a: '1', b: '2' });
  const lines = durations.toText().split('\n');
  expect(lines.slice(0, 2)).toEqual(['# HELP x_seconds Help.', '# TYPE x_seconds histogram']);
  const labels = 'a="\\"\\\\\\n",b="2"';
  expect(lines).toContain(`x_seconds_bucket{${labels},le="0.001"} 2`);
  expect(lines).toContain(`x_seconds_bucket{${labels},le="0.0025"} 3`);
  expect(lines).toContain(`x_seconds_bucket{${labels},le="10"} 3`);
  expect(lines).toContain(`x_seconds_bucket{${labels},le="+Inf"} 4`);
  expect(lines).toContain(`x_seconds_count{${labels}} 4`);
  expect(lines).toContain('x_seconds_sum{a="1",b="2"} 1');
});

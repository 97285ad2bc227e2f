import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeDrillMetrics } from './drill-metrics.js';

const directory = mkdtempSync(join(tmpdir(), 'drill-'));
afterAll(() => rmSync(directory, { recursive: true }));

// docs/operations.md "Restore drill"
it('the metrics of a drill replace those of the one before, in one step', () => {
  const file = join(directory, 'restore_drill.prom');
  writeFileSync(file, 'old');
  writeDrillMetrics(file, { seconds: 71, endedAt: new Date('2026-11-23T10:00:00Z') });
  expect(readdirSync(directory)).toEqual(['restore_drill.prom']);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('\nsvc_restore_drill_last_success_timestamp_seconds 1795428000\n');
  expect(text).toContain('\nsvc_restore_drill_seconds 71\n');
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

it.skipIf(!hasPromtool && process.env.CI === undefined)('promtool accepts them', () => {
  const file = join(directory, 'checked.prom');
  writeDrillMetrics(file, { seconds: 71, endedAt: new Date('2026-11-23T10:00:00Z') });
  const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: readFileSync(file),
    encoding: 'utf8',
  });
  expect(stdout + stderr).toBe('');
});

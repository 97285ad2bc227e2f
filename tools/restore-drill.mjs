// `npm run restore:drill`: runs the drill (e2e/drill) and, with METRICS_FILE, writes when it succeeded. docs/operations.md "Restore drill".
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeDrillMetrics } from './dist/commands/ops/drill/drill-metrics.js';

const root = join(import.meta.dirname, '..');
const startedAt = performance.now();
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--root', 'e2e', '--config', 'vitest.drill.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
const { METRICS_FILE: file } = process.env;
if (status === 0 && file) {
  writeDrillMetrics(file, { seconds: Math.round((performance.now() - startedAt) / 1_000), endedAt: new Date() });
}
process.exitCode = status ?? 1;

// `npm run restore:drill`: runs the drill (e2e/drill) and, with METRICS_FILE, writes when it succeeded. docs/operations.md "Restore drill".
import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');

/**
 * Writes the metrics of a drill that succeeded. Replaces the file in one step, since a collector may read it at any time.
 * @param {string} file
 * @param {{ seconds: number, endedAt: Date }} drill
 */
export function writeDrillMetrics(file, { seconds, endedAt }) {
  const lines = [
    '# HELP svc_restore_drill_last_success_timestamp_seconds When a restore drill last succeeded.',
    '# TYPE svc_restore_drill_last_success_timestamp_seconds gauge',
    `svc_restore_drill_last_success_timestamp_seconds ${Math.round(endedAt.getTime() / 1_000)}`,
    '# HELP svc_restore_drill_seconds How long it took.',
    '# TYPE svc_restore_drill_seconds gauge',
    `svc_restore_drill_seconds ${seconds}`,
  ];
  writeFileSync(`${file}.new`, `${lines.join('\n')}\n`);
  renameSync(`${file}.new`, file);
}

function runDrill() {
  const startedAt = performance.now();
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', 'e2e', '--config', 'vitest.drill.config.ts', ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) return status ?? 1;
  const { METRICS_FILE: file } = process.env;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  if (file) writeDrillMetrics(file, { seconds, endedAt: new Date() });
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(runDrill());

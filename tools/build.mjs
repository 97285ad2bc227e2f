import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Brings everything that `tools` needs up to date, quietly: generated proto code if a .proto file is newer, then the
 * compiler's own incremental build over all references, then the browser page if it is older than its code. The same outputs as `npm run build`, without a task runner in the
 * way of a start: seconds at first, a tenth of one when nothing changed. Ends the process when it fails, with the output.
 */
export function build() {
  const proto = join(root, 'libs/proto');
  if (newest(join(proto, 'proto')) > newest(join(proto, 'src/gen'))) {
    run(join(root, 'node_modules/.bin/buf'), ['generate'], proto);
  }
  run(process.execPath, [join(root, 'node_modules/ts7/bin/tsc'), '-b', 'tools', 'libs/components'], root);
  const page = join(root, 'apps/questionnaire');
  const code = ['apps/questionnaire/src', 'libs/domain/src', 'libs/components/src'].map((folder) =>
    newest(join(root, folder)),
  );
  if (Math.max(...code) > newest(join(page, 'dist'))) {
    run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], page);
  }
}

/**
 * Time of the newest file below a folder, 0 for none.
 * @param {string} folder
 */
function newest(folder) {
  if (!existsSync(folder)) return 0;
  return Math.max(
    0,
    ...readdirSync(folder, { recursive: true }).map((file) => statSync(join(folder, String(file))).mtimeMs),
  );
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}\nThe build failed; "npm run build" shows it task by task.\n`);
  process.exit(1);
}

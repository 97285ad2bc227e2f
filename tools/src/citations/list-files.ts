import { execFileSync } from 'node:child_process';

const READABLE = /\.(?:ts|mts|mjs|proto|md|yaml|sql|html)$/;

/** Files of the repository that people write and read, from its root; without what is generated. */
export function listFiles(root: string): string[] {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return tracked.split('\0').filter((file) => READABLE.test(file) && !file.includes('/gen/'));
}

import { execFileSync } from 'node:child_process';

const READABLE = /\.(?:ts|mts|mjs|proto|md|yaml|sql|html)$/;

/** Files of the repository that people write and read, from its root, new ones too; without what is generated. */
export const listFiles = (root: string): string[] =>
  listAllFiles(root).filter((file) => READABLE.test(file) && !file.includes('/gen/'));

/** Every file of the repository, from its root, new ones too. */
export function listAllFiles(root: string): string[] {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return files.split('\0').filter((file) => file !== '');
}

/**
 * Files whose tests cite rules, without those of the checks of citations themselves. `e2e/suites` has tests that files of system tests
 * run.
 */
export const listTests = (root: string): string[] =>
  listFiles(root).filter(
    (file) =>
      (/\.(?:test|spec)\.ts$/.test(file) || file.startsWith('e2e/suites/')) && !file.startsWith('tools/src/citations/'),
  );

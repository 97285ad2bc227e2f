import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder of a run to the processes of its test files. */
const RUN_VARIABLE = 'SVC_E2E_DIRECTORY';
const TEMPLATE = 'template';

/**
 * Makes a folder for everything that a run of the tests leaves in files.
 * @returns the function that removes it: test files are ended in ways in which they cannot do that themselves.
 */
export function createRunDirectory(): () => void {
  const path = mkdtempSync(join(tmpdir(), 'svc-e2e-'));
  chmodSync(path, 0o755); // As root the database server runs as another user, who has to get in.
  process.env[RUN_VARIABLE] = path;
  return () => {
    delete process.env[RUN_VARIABLE];
    rmSync(path, { recursive: true, force: true });
  };
}

/** A folder of its own, removed with the run; where there is no run (journeys), when the process ends. */
export function temporaryDirectory(): string {
  const run = process.env[RUN_VARIABLE];
  const path = mkdtempSync(join(run ?? tmpdir(), 'svc-e2e-'));
  if (!run) process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Where the global set-up makes the directory that `systemDirectory` copies. */
export function templateDirectory(): string {
  const path = join(process.env[RUN_VARIABLE] ?? temporaryDirectory(), TEMPLATE);
  mkdirSync(path, { recursive: true, mode: 0o755 });
  return path;
}

/**
 * A data directory for a system of its own: with an empty database that has had every migration, so that a start need not make
 * one, which takes most of it. Empty where no template was prepared.
 */
export function systemDirectory(): string {
  const path = temporaryDirectory();
  const template = join(process.env[RUN_VARIABLE] ?? '', TEMPLATE);
  // With owners and times: the server runs as another user than root.
  if (existsSync(join(template, 'postgres'))) execFileSync('cp', ['-a', `${template}/.`, path]);
  return path;
}

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestFolder } from '@svc/kit/testing';

/** Name the folders of a run to the processes of its test files. */
const RUN_VARIABLE = 'SVC_E2E_DIRECTORY';
const SYSTEMS_VARIABLE = 'SVC_E2E_SYSTEMS';
const TEMPLATE = 'template';

/** Data directories of the test file that runs. */
const systems: string[] = [];

/**
 * Makes a folder for everything that a run of the tests leaves in files, and one for databases, where tests keep these (ADR 122).
 * @returns the function that removes them: test files are ended in ways in which they cannot do that themselves.
 */
export function createRunDirectory(): () => void {
  const folders = { [RUN_VARIABLE]: tmpdir(), [SYSTEMS_VARIABLE]: findTestFolder() };
  const paths = Object.entries(folders).map(([variable, folder]) => {
    const path = mkdtempSync(join(folder, 'svc-e2e-'));
    chmodSync(path, 0o755); // As root the database server runs as another user, who has to get in.
    process.env[variable] = path;
    return path;
  });
  return () => {
    for (const variable of Object.keys(folders)) delete process.env[variable];
    for (const path of paths) rmSync(path, { recursive: true, force: true });
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
  const path = join(process.env[SYSTEMS_VARIABLE] ?? temporaryDirectory(), TEMPLATE);
  mkdirSync(path, { recursive: true, mode: 0o755 });
  return path;
}

/**
 * A data directory for a system of its own: with an empty database that has had every migration, so that a start need not make
 * one, which takes most of it. Empty where no template was prepared. Removed with the test file.
 */
export function systemDirectory(): string {
  const folder = process.env[SYSTEMS_VARIABLE];
  if (!folder) return temporaryDirectory();
  const path = mkdtempSync(join(folder, 'system-'));
  systems.push(path);
  const template = join(folder, TEMPLATE);
  // With owners and times: the server runs as another user than root.
  if (existsSync(join(template, 'postgres'))) execFileSync('cp', ['-a', `${template}/.`, path]);
  return path;
}

/** After each test file: what is in memory is not kept for the whole run. */
export function removeSystemDirectories(): void {
  for (const path of systems.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

// A plugin of Nx that makes targets of the scripts of each project, whose commands Nx starts itself. Nx alone would start a Node for
// each script, in it `npm run`, and in that the command (ADR 124). Each package.json excludes its scripts from that: `includedScripts`.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const name = 'scripts';

export const createNodes = [
  '{apps/*,libs/*,tools,deploy,e2e}/package.json',
  (files, _options, { workspaceRoot }) => files.map((file) => [file, { projects: toProjects(file, workspaceRoot) }]),
];

/** @param {string} file - relative to the root of the workspace. */
function toProjects(file, workspaceRoot) {
  const { scripts = {} } = JSON.parse(readFileSync(join(workspaceRoot, file), 'utf8'));
  const cwd = dirname(file);
  const targets = Object.entries(scripts).map(([script, command]) => [
    script,
    { executor: 'nx:run-commands', options: { command, cwd } },
  ]);
  return { [cwd]: { targets: Object.fromEntries(targets) } };
}

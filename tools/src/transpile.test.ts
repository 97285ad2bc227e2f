import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCompilation, getProgram, MARK } from '../program.mjs';
import { transpile } from '../transpile.mjs';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'svc-transpile-'));
  write({
    'package.json': '{"type":"module"}',
    'tsconfig.json': '{"compilerOptions":{"outDir":"dist","tsBuildInfoFile":"dist/.tsbuildinfo"}}',
  });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}

describe('a file that changed while npm run dev runs. ADR 58', () => {
  it('runs without its types, and stack traces name the lines of the source', async () => {
    write({
      'src/parts/main.ts': `import type { Gone } from './gone.js';
import { value } from './value.js';

const given: Gone = value;
console.log(String(given), new Error('here').stack);
`,
      'dist/parts/value.js': 'export const value = 7;\n',
    });
    await transpile(project, 'parts/main.ts');
    const { stdout } = spawnSync(process.execPath, ['--enable-source-maps', 'dist/parts/main.js'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^7 Error: here/);
    expect(stdout).toContain('src/parts/main.ts:5:');
  });

  it('is compiled again later, and no bundle from before the change is used', async () => {
    write({ 'src/main.ts': 'export {};\n', 'dist/.tsbuildinfo': '', 'dist/bundle/main.js': '' });
    write({ [`dist/bundle/main.js${MARK}`]: describeCompilation(project) as string });
    expect(getProgram(project, 'main')).toBe(join(project, 'dist/bundle/main.js'));
    await transpile(project, 'main.ts');
    expect(existsSync(join(project, 'dist/.tsbuildinfo'))).toBe(false);
    expect(getProgram(project, 'main')).toBe(join(project, 'dist/main.js'));
  });

  it('with a syntax error leaves what was compiled, and the error names the line', async () => {
    write({
      'src/main.ts': 'export const a = 1;\nexport const = 2;\n',
      'dist/main.js': 'old',
      'dist/.tsbuildinfo': '',
    });
    await expect(transpile(project, 'main.ts')).rejects.toThrow(/src\/main\.ts:2:/);
    expect(readFileSync(join(project, 'dist/main.js'), 'utf8')).toBe('old');
    expect(existsSync(join(project, 'dist/.tsbuildinfo'))).toBe(true);
  });

  it('is left out where only browsers load it, and when it is a test or was removed', async () => {
    write({ 'src/a.test.ts': '', 'src/b.ts': '' });
    await transpile(project, 'a.test.ts');
    await transpile(project, 'removed.ts');
    write({ 'tsconfig.json': '{"compilerOptions":{}}' });
    await transpile(project, 'b.ts');
    expect(existsSync(join(project, 'dist'))).toBe(false);
  });
});

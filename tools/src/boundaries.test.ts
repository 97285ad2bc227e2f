import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * docs/architecture.md "Boundaries": the linter is only worth its rules if it fails. Files live in a copy of the
 * layout.
 */
describe('lint', () => {
  let workspace: string;

  beforeAll(() => {
    workspace = mkdtempSync(join(tmpdir(), 'svc-boundaries-'));
    for (const file of ['.dependency-cruiser.mjs', 'tsconfig.depcruise.json', 'tsconfig.base.json']) {
      cpSync(join(root, file), join(workspace, file));
    }
    symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
    for (const project of ['libs/kit', 'libs/proto', 'libs/domain', 'apps/gateway']) {
      write(`${project}/src/index.ts`, 'export const here = true;\n');
    }
    write('apps/catalog-sync/src/bench/y.ts', 'export const here = true;\n');
  });
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  /** A rule, a file that breaks it, and what that file imports. */
  const FORBIDDEN = [
    ['apps-meet-through-proto', 'apps/funnel-svc/src/x.ts', '../../gateway/src/index.js'],
    ['libs-know-no-app', 'libs/kit/src/x.ts', '../../../apps/gateway/src/index.js'],
    ['domain-imports-only-itself', 'libs/domain/src/x.ts', 'node:fs'],
    ['engine-is-pure', 'apps/matcher-svc/src/engine/x.ts', '@svc/proto'],
    ['learning-is-pure', 'apps/matcher-svc/src/learning/x.ts', 'node:fs'],
    ['browser-code-stays-in-the-browser', 'libs/components/src/x.ts', '@svc/kit'],
    ['the-page-runs-in-the-browser', 'apps/questionnaire/src/x.ts', '@svc/kit'],
    ['the-dashboard-runs-in-the-browser', 'apps/dashboard/src/x.tsx', '@svc/kit'],
    ['proto-types-stop-at-the-handler', 'apps/catalog-sync/src/db/x.ts', '@svc/proto'],
    ['benchmarks-stay-out-of-production', 'apps/catalog-sync/src/usecases/x.ts', '../bench/y.js'],
    ['stand-ins-are-for-tests', 'apps/catalog-sync/src/shopify/x.ts', '@svc/shopify-stand-in'],
  ] as const;

  describe('fails on an import that a rule forbids, and names rule and file', () => {
    let output: string;
    beforeAll(() => {
      for (const [, file, target] of FORBIDDEN) write(file, `export * from '${target}';\n`);
      // All of them in one run, since a run takes a second.
      const run = lint('.');
      expect(run.status).not.toBe(0);
      output = run.output;
    });

    it.each(FORBIDDEN)('%s', (rule, file) => {
      expect(output.split('\n').filter((line) => line.includes(`${rule}: ${file}`))).toHaveLength(1);
    });
  });

  it('fails on a cycle of files, also when only types are imported', () => {
    write('apps/gateway/src/a.ts', "import type { B } from './b.js';\nexport type A = B | null;\n");
    write('apps/gateway/src/b.ts', "import type { A } from './a.js';\nexport interface B {\n  a: A;\n}\n");
    const { status, output } = lint('apps/gateway');
    expect(status).not.toBe(0);
    expect(output).toMatch(/no-cycles: apps\/gateway\/src\/[ab]\.ts/);
  });

  it('passes an import that is allowed', () => {
    write('apps/analysis-svc/src/db/x.ts', "export * from '@svc/domain';\n");
    expect(lint('apps/analysis-svc')).toMatchObject({ status: 0 });
  });

  function write(file: string, code: string): void {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), code);
  }

  function lint(folder: string): { status: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/boundaries.mjs')], {
      cwd: join(workspace, folder),
      encoding: 'utf8',
    });
    // A task runner asks for colors.
    return { status, output: stripVTControlCharacters(stdout + stderr) };
  }
});

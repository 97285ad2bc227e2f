import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createPathCheck } from './check-paths.js';
import { listAllFiles } from './list-files.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));
const checkPaths = createPathCheck(['apps/one/src/a/first.ts', 'apps/one/src/b/second.mjs', 'docs/page.md']);

describe('paths in a page', () => {
  it.each([
    'See `apps/one/src`, `apps/one/src/a/` and `docs/page.md`.',
    'See `a/first.ts` and `second.mjs`.',
    'See `apps/one/src/{a,b}` and `apps/one/{src/a,src}/first.ts`, which is `a/first.ts`.'.replace(
      '{src/a,src}',
      'src/a',
    ),
    'Not a path: `GET /v1/first.ts`, `application/json`, `dist/main.js`, `apps/one/dist`, `a.b`.',
  ])('may name what exists: %s', (text) => {
    expect(checkPaths(text)).toEqual([]);
  });

  it.each([
    ['`apps/one/src/c`', 'apps/one/src/c'],
    ['`third.ts`', 'third.ts'],
    ['`b/first.ts`', 'b/first.ts'],
    ['`apps/one/src/{a,c}`', 'apps/one/src/c'],
  ])('may not name what does not: %s', (text, path) => {
    expect(checkPaths(`One.\n\nSee ${text}.`)).toEqual([`line 3: there is no ${path}.`]);
  });
});

describe('the pages of the repository', () => {
  it('name only files and folders that exist; decisions and the changelog say what was', () => {
    const files = listAllFiles(workspace);
    const pages = files.filter((file) => file.endsWith('.md') && !/^(?:docs\/adr\/\d|CHANGELOG\.md$)/.test(file));
    const check = createPathCheck(files);
    const problems = pages.flatMap((page) =>
      check(readFileSync(join(workspace, page), 'utf8')).map((problem) => `${page} ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});

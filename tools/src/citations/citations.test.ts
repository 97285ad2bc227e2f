import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { checkCitations } from './check-citations.js';
import { listFiles } from './list-files.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

const PAGES = {
  'docs/adr/0012-erasure.md': '# 12. Erasure',
  'docs/rules.md':
    '# Rules\n\n## C9 Creating\n\n- **C9.4** A version.\n- **C9.5 Limits.** A body.\n\n| P3 | engine |\n\n### The `log`\n',
};

describe('checkCitations', () => {
  const roots: string[] = [];

  afterEach(() => {
    for (const root of roots.splice(0)) rmSync(root, { recursive: true });
  });

  function listProblems(text: string, file = 'src/code.ts'): string[] {
    const root = mkdtempSync(join(tmpdir(), 'citations-'));
    roots.push(root);
    for (const [path, content] of Object.entries({ ...PAGES, [file]: text })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    return checkCitations(root, [file]);
  }

  it.each([
    '/** A create. docs/rules.md C9.4. */',
    '/** docs/rules.md C9, C9.5 and P3; docs/rules.md "The log". */',
    '/**\n * A create that is wrapped, docs/rules.md\n * C9.4 to C9.5.\n */',
    '// ADR 12 says why.',
    "const path = 'M15.5 7.2 R0'; // an outline",
  ])('accepts %j', (text) => {
    expect(listProblems(text)).toEqual([]);
  });

  it.each([
    ['// docs/gone.md C1', 'docs/gone.md does not exist.'],
    ['// docs/rules.md C9.6', 'docs/rules.md has no rule C9.6.'],
    ['// docs/rules.md C9.4 to C9.7', 'docs/rules.md has no rule C9.7.'],
    ['// docs/rules.md "The diary"', 'docs/rules.md has no heading "The diary".'],
    ['// ADR 13', 'docs/adr has no decision 13.'],
    ['// ADR 12 and 13', 'docs/adr has no decision 13.'],
  ])('refuses %j', (text, problem) => {
    expect(listProblems(text)).toEqual([`src/code.ts:1: ${problem}`]);
  });

  it.each([
    '// Reliability R7.10',
    '// kept for a while (R1.6)',
    '// Contract, "Idempotency"',
    '// contract\n// decisions, "Company API Key"',
    '// Spec, Limits',
    '// Color analysis 1.5',
    '// catalog.md, "Schedule"',
    '// docs/rules.md, "The log"',
  ])('refuses %j, which a reader cannot look up', (text) => {
    expect(listProblems(text)).toEqual([expect.stringMatching(/^src\/code\.ts:1: .* is no citation\./)]);
  });

  it('a page names its own rules by their numbers', () => {
    expect(listProblems('- **R7.1** A rule.\n- **R7.2** See R7.1.', 'docs/page.md')).toEqual([]);
    expect(listProblems('- **R7.1** A rule. See R7.3.', 'docs/page.md')).toHaveLength(1);
  });

  it('a page gives a number to one rule only', () => {
    expect(listProblems('- **R7.1** A rule.\n- **R7.2** Another.\n- **R7.1** A third.', 'docs/page.md')).toEqual([
      'docs/page.md:3: Another rule of the page is R7.1.',
    ]);
  });

  it('names the line of a citation', () => {
    expect(listProblems('const one = 1;\n\n// docs/gone.md\n')).toEqual([
      'src/code.ts:3: docs/gone.md does not exist.',
    ]);
  });

  it('refuses links of a page that lead nowhere', () => {
    const links =
      '[a](rules.md#c9-creating) [b](rules.md#the-log) [c](rules.md#gone) [d](gone.md) [e](https://example.com/x)';
    expect(listProblems(links, 'docs/page.md')).toEqual([
      'docs/page.md:1: docs/rules.md has no heading #gone.',
      'docs/page.md:1: The link gone.md leads nowhere.',
    ]);
  });
});

describe('the repository', () => {
  it('cites only pages, rules, headings and decisions that exist, in pages, code and tests', () => {
    // The tests of this folder cite what does not exist on purpose.
    const files = listFiles(workspace).filter((file) => !file.startsWith('tools/src/citations/'));
    expect(checkCitations(workspace, files)).toEqual([]);
  });
});

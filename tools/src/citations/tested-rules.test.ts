import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listUntestedRules } from './check-tested-rules.js';
import { listTests } from './list-files.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

const PAGE = '## N1 Visits\n\n- **N1.1** A visit.\n- **N1.2** No address.\n';
const list = (...tests: string[]) => listUntestedRules('docs/rules.md', PAGE, tests);

describe('listUntestedRules', () => {
  it('lists the rules that no test cites', () => {
    expect(list()).toEqual(['N1.1', 'N1.2']);
    expect(list("it('a visit. docs/rules.md N1.1')")).toEqual(['N1.2']);
  });

  it('takes a number alone only from a test that cites the page', () => {
    expect(list("it('a visit (docs/rules.md N1.1)'); it('no address (N1.2)')")).toEqual([]);
    expect(list("it('a visit (docs/other.md N1.1)')", "it('no address (N1.2)')")).toEqual(['N1.1', 'N1.2']);
  });

  it('does not take a rule for another one that begins alike', () => {
    expect(list("it('docs/rules.md N1.11 and N1.20')")).toEqual(['N1.1', 'N1.2']);
  });
});

describe('rules of pages', () => {
  const tests = listTests(workspace).map((file) => readFileSync(join(workspace, file), 'utf8'));

  it.each([
    'docs/chat.md',
    'docs/color-method.md',
    'docs/components.md',
    'docs/contract.md',
    'docs/dashboard.md',
    'docs/identity.md',
    'docs/insight.md',
    'docs/matching.md',
    'docs/reliability.md',
  ])('each rule of %s is cited by a test', (path) => {
    expect(listUntestedRules(path, readFileSync(join(workspace, path), 'utf8'), tests)).toEqual([]);
  });
});

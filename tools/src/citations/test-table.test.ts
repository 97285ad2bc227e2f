import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkTestTable, listTested } from './check-test-table.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

const PAGE = `
| statement | the specification says | test | its name contains |
|---|---|---|---|
| S1 | There is a script. | \`a.test.ts\` | a script |
`;
const check = (content: string | undefined, page = PAGE) => checkTestTable(page, 'docs/rules.md', () => content);

describe('checkTestTable', () => {
  it('accepts a table whose tests exist and name their statements', () => {
    expect(check("it('is a script. docs/rules.md S1', () => {})")).toEqual([]);
    expect(check("test(\n  'is a script that isn\\'t long. docs/rules.md B1.1, S1',")).toEqual([]);
  });

  it('refuses a file and a test that do not exist, and a test that does not name the statement', () => {
    expect(check(undefined)).toEqual(['S1: there is no a.test.ts.']);
    expect(check("it('is a page. docs/rules.md S1')")).toEqual([
      'S1: no test of a.test.ts has "a script" in its name.',
    ]);
    const unnamed = ['S1: "a script" of a.test.ts must name docs/rules.md S1.'];
    expect(check("it('is a script. docs/rules.md S2')")).toEqual(unnamed);
    expect(check("it('is a script. docs/others.md S1')")).toEqual(unnamed);
  });
});

describe('the statements of the specification about the chat', () => {
  const page = readFileSync(join(workspace, 'docs/chat.md'), 'utf8');
  const statements = readFileSync(join(workspace, 'docs/components.md'), 'utf8');

  it('have the tests that docs/chat.md "Statements of the specification" names', () => {
    const read = (file: string) => {
      const path = join(workspace, file);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    };
    expect(checkTestTable(page, 'docs/components.md', read)).toEqual([]);
  });

  it('are all there: what docs/components.md says of the chat, and which events it has', () => {
    const ofChat = [...statements.matchAll(/^\| (S\d+) \| .*\bchat\b.*\|$/gm)].map(([, id = '']) => id);
    expect(listTested(page)).toEqual(expect.arrayContaining(ofChat));
    expect(ofChat.length).toBeGreaterThan(5);
  });
});

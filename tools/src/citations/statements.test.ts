import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkStatements, listStatements } from './check-statements.js';
import { listTests } from './list-files.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

const PAGE = `## B1 Loading

- **B1.1** A script.
- **B1.2** An address.

| statement | the specification says | rules |
|---|---|---|
| S1 | There is a script. | B1.1, B1.2 |
| S2 | There is a chat. | *(planned)* |
`;
const check = (...tests: string[]) => checkStatements('docs/rules.md', PAGE, tests);

describe('checkStatements', () => {
  it('accepts a table whose statements have tests', () => {
    expect(check("it('a script. docs/rules.md B1.1, S1')", '')).toEqual([]);
  });

  it('refuses a statement that no test names with its page', () => {
    const problem = ['S1 has no test: one must name docs/rules.md S1.'];
    expect(check()).toEqual(problem);
    expect(check("it('S1')", "it('a script. docs/other.md S1')", "it('a script. docs/rules.md B1.1')")).toEqual(
      problem,
    );
  });

  it('refuses a number that the table does not have, and a planned statement that has a test', () => {
    expect(check('// docs/rules.md S1, S2 and S3')).toEqual([
      'S2 has a test: replace *(planned)* by its rules.',
      'A test names S3, which is not in the table.',
    ]);
  });

  it('refuses a rule that the page does not have', () => {
    expect(checkStatements('docs/rules.md', PAGE.replace('B1.2 |', 'B1.3 |'), ['// docs/rules.md S1'])).toEqual([
      'S1 names B1.3, which is no rule of the page.',
    ]);
  });
});

describe('the statements of the specification about browser components', () => {
  const path = 'docs/components.md';
  const page = readFileSync(join(workspace, path), 'utf8');

  it('are 64', () => {
    expect(listStatements(page)).toEqual(Array.from({ length: 64 }, (_, index) => `S${index + 1}`));
  });

  it('have rules and tests, apart from those that are planned', () => {
    const texts = listTests(workspace).map((file) => readFileSync(join(workspace, file), 'utf8'));
    expect(checkStatements(path, page, texts)).toEqual([]);
  });
});

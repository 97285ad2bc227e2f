import { findCitations } from './find-citations.js';
import { readPage } from './read-page.js';

/** A row of a page's table of statements: `| S26 | what the specification says | B8.2 |`. */
const ROW = /^\| (S\d+) \| .+ \| (.+) \|$/gm;
/** In place of rules: it belongs to later work, so no test names it. */
const PLANNED = '*(planned)*';

/** Numbers of the statements in a page's table, in order. */
export const listStatements = (text: string): string[] => [...text.matchAll(ROW)].map(([, id = '']) => id);

/**
 * Compares a page's table of statements with the tests that name them. Returns one sentence per problem.
 * @param path - of the page, as citations write it: `docs/components.md`.
 * @param text - of the page.
 * @param tests - texts of test files.
 */
export function checkStatements(path: string, text: string, tests: readonly string[]): string[] {
  const named = new Set(
    tests
      .flatMap((test) => findCitations(test).citations)
      .filter((citation) => citation.path === path)
      .flatMap(({ rules }) => rules.filter((rule) => rule.startsWith('S'))),
  );
  const page = readPage(text);
  const problems = [...text.matchAll(ROW)].flatMap(([, id = '', rules = '']) => {
    if (rules === PLANNED) return named.has(id) ? [`${id} has a test: replace ${PLANNED} by its rules.`] : [];
    return [
      ...rules
        .split(', ')
        .filter((rule) => !page.rules.has(rule))
        .map((rule) => `${id} names ${rule}, which is no rule of the page.`),
      ...(named.has(id) ? [] : [`${id} has no test: one must name ${path} ${id}.`]),
    ];
  });
  const known = listStatements(text);
  return [
    ...problems,
    ...[...named].filter((id) => !known.includes(id)).map((id) => `A test names ${id}, which is not in the table.`),
  ];
}

import { findCitations } from './find-citations.js';

/** A row of a table of tests: statement, what the specification says, file, a part of the test's name. */
const ROW = /^\| (S\d+) \| .+ \| `([\w/.-]+)` \| (.+) \|$/gm;
/** The name of a test or of a group of tests, up to its closing quote. */
const NAMES = /\b(?:it|test|describe)(?:\.each)?\(\s*(?:'((?:[^'\\]|\\.)+)'|`([^`]+)`)/g;

/**
 * Compares a page's table of statements and their tests with these tests. Returns one sentence per problem.
 * @param text - of the page with the table.
 * @param path - of the page whose numbers the statements have, as tests cite it: `docs/components.md`.
 * @param read - text of a file; undefined: there is none.
 */
export function checkTestTable(text: string, path: string, read: (file: string) => string | undefined): string[] {
  return [...text.matchAll(ROW)].flatMap(([, id = '', file = '', part = '']) => {
    const content = read(file);
    if (content === undefined) return [`${id}: there is no ${file}.`];
    const names = [...content.matchAll(NAMES)].map(([, single = '', template = '']) => single || template);
    const found = names.filter((name) => name.includes(part));
    if (found.length === 0) return [`${id}: no test of ${file} has "${part}" in its name.`];
    const isNamed = found.some((name) =>
      findCitations(name).citations.some((citation) => citation.path === path && citation.rules.includes(id)),
    );
    return isNamed ? [] : [`${id}: "${part}" of ${file} must name ${path} ${id}.`];
  });
}

/** Statements that a table of tests has, each once. */
export const listTested = (text: string): string[] => [...new Set([...text.matchAll(ROW)].map(([, id = '']) => id))];

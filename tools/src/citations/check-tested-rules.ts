import { findCitations } from './find-citations.js';
import { readPage } from './read-page.js';

/**
 * Rules of a page that no test cites, in order of the page. A test file that cites the page may name its further rules by their numbers alone.
 * @param path - of the page, as citations write it: `docs/insight.md`.
 * @param text - of the page.
 * @param tests - texts of test files.
 */
export function listUntestedRules(path: string, text: string, tests: readonly string[]): string[] {
  const cited = new Set(
    tests
      .filter((test) => findCitations(test).citations.some((citation) => citation.path === path))
      .flatMap((test) => test.match(/\b[A-Z]\d+\.\d+\b/g) ?? []),
  );
  return [...readPage(text).rules].filter((rule) => rule.includes('.') && !cited.has(rule));
}

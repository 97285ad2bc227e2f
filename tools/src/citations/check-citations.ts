import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { findCitations, findDecisions } from './find-citations.js';
import { type Page, readPage } from './read-page.js';

/**
 * Checks what files cite: pages, rules and headings have to exist, and nothing may be cited that is not in the repository.
 * Returns one sentence per problem, as `file:line: what is wrong`.
 * @param root - the repository.
 * @param files - paths from the root.
 */
export function checkCitations(root: string, files: readonly string[]): string[] {
  const pages = new Map<string, Page | undefined>();
  const pageAt = (path: string): Page | undefined => {
    if (!pages.has(path)) {
      const file = join(root, path);
      pages.set(path, existsSync(file) ? readPage(readFileSync(file, 'utf8')) : undefined);
    }
    return pages.get(path);
  };
  const decisions = new Set(readdirSync(join(root, 'docs/adr')).map((name) => Number.parseInt(name, 10)));
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { citations, unresolvable } = findCitations(text);
    const found = [
      ...citations.flatMap(({ line, path, rules, headings }) => {
        const page = pageAt(path);
        if (!page) return [{ line, problem: `${path} does not exist.` }];
        return [
          ...rules.filter((rule) => !page.rules.has(rule)).map((rule) => `${path} has no rule ${rule}.`),
          ...headings
            .filter((heading) => !page.headings.has(heading))
            .map((heading) => `${path} has no heading "${heading}".`),
        ].map((problem) => ({ line, problem }));
      }),
      ...unresolvable
        .filter(({ found }) => !(file.endsWith('.md') && pageAt(file)?.rules.has(found)))
        .map(({ line, text: cited }) => ({
          line,
          problem: `"${cited}" is no citation. Write docs/page.md C1.2, or docs/page.md "Heading".`,
        })),
      ...findDecisions(text)
        .filter(({ number }) => !decisions.has(number))
        .map(({ line, number }) => ({ line, problem: `docs/adr has no decision ${number}.` })),
      ...(file.endsWith('.md') ? brokenLinks(file, text, pageAt, root) : []),
      ...(file.endsWith('.md') ? repeatedRules(text) : []),
    ];
    return found.map(({ line, problem }) => `${file}:${line}: ${problem}`);
  });
}

/** Numbers that a page gives to several rules. */
const repeatedRules = (text: string) =>
  readPage(text).repeatedRules.map((rule) => ({
    line: text.split('\n').findLastIndex((content) => content.includes(`**${rule}`)) + 1,
    problem: `Another rule of the page is ${rule}.`,
  }));

const LINK = /\]\(([^)\s]+)\)/g;

/** Links of a page to files and headings of the repository that do not exist. */
function brokenLinks(file: string, text: string, pageAt: (path: string) => Page | undefined, root: string) {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(LINK)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [path = '', anchor] = link.split('#', 2);
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(join(root, target))) return [{ line: index + 1, problem: `The link ${link} leads nowhere.` }];
      if (anchor === undefined || pageAt(target)?.anchors.has(anchor)) return [];
      return [{ line: index + 1, problem: `${target} has no heading #${anchor}.` }];
    }),
  );
}

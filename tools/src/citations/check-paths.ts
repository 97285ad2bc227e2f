/** A path in a page's code marks: of a file with code, or into a folder of the repository. */
const PATH = /`([\w./{},@-]+)`/g;
const CODE_FILE = /[\w}-]\.(?:tsx?|mts|mjs|proto|sql)$/;
const FOLDER = /^(?:apps|libs|tools|deploy|e2e|demo|docs)\/./;
/** What commands write, and the pattern of names of migrations: not in the repository. */
const NOT_STORED = /(?:^|\/)(?:dist|gen|test-results)(?:\/|$)|YYYY/;

/** @returns the paths in the code marks of a page that are no file or folder of the repository, one sentence each. */
export type PathCheck = (text: string) => string[];

/**
 * Creates a check of pages. A path may leave out the folders that the text names before it, and may list several names in braces.
 * @param files - of the whole repository, from its root: every part of their paths is kept, so one check is for all pages.
 */
export function createPathCheck(files: readonly string[]): PathCheck {
  const parts = listParts(files);
  return (text) =>
    text.split('\n').flatMap((content, index) =>
      [...content.matchAll(PATH)]
        .map(([, path = '']) => path.replace(/\/$/, ''))
        .filter((path) => (CODE_FILE.test(path) || FOLDER.test(path)) && !NOT_STORED.test(path))
        .flatMap(expandBraces)
        .filter((path) => !parts.has(path))
        .map((path) => `line ${index + 1}: there is no ${path}.`),
    );
}

/** Every file and folder, by each sequence of the names in its path. */
function listParts(files: readonly string[]): Set<string> {
  const parts = new Set<string>();
  for (const file of files) {
    const names = file.split('/');
    for (let from = 0; from < names.length; from += 1)
      for (let to = from + 1; to <= names.length; to += 1) parts.add(names.slice(from, to).join('/'));
  }
  return parts;
}

/** `src/{a,b}` names `src/a` and `src/b`. */
function expandBraces(path: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return list === undefined ? [path] : list.split(',').flatMap((name) => expandBraces(before + name + after));
}

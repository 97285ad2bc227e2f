/** A path in a page's code marks: of a file with code, or into a folder of the repository. */
const PATH = /`([\w./{},@-]+)`/g;
const CODE_FILE = /[\w}-]\.(?:tsx?|mts|mjs|proto|sql)$/;
const FOLDER = /^(?:apps|libs|tools|deploy|e2e|demo|docs)\/./;
/** What commands write, and the pattern of names of migrations: not in the repository. */
const NOT_STORED = /(?:^|\/)(?:dist|gen|test-results)(?:\/|$)|YYYY/;

/**
 * Paths in a page's code marks that are no file or folder of the repository, one sentence each. A path may leave out the folders that
 * the text names before it, and may list several names in braces.
 * @param text - of the page.
 * @param files - of the whole repository, from its root.
 */
export function checkPaths(text: string, files: readonly string[]): string[] {
  const ends = listEnds(files);
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(PATH)]
      .map(([, path = '']) => path.replace(/\/$/, ''))
      .filter((path) => (CODE_FILE.test(path) || FOLDER.test(path)) && !NOT_STORED.test(path))
      .flatMap(expandBraces)
      .filter((path) => !ends.has(path))
      .map((path) => `line ${index + 1}: there is no ${path}.`),
  );
}

/** Every file and folder, by its whole path and by each end of it. */
function listEnds(files: readonly string[]): Set<string> {
  const ends = new Set<string>();
  for (const file of files) {
    const names = file.split('/');
    for (let from = 0; from < names.length; from += 1)
      for (let to = from + 1; to <= names.length; to += 1) ends.add(names.slice(from, to).join('/'));
  }
  return ends;
}

/** `src/{a,b}` names `src/a` and `src/b`. */
function expandBraces(path: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return list === undefined ? [path] : list.split(',').flatMap((name) => expandBraces(before + name + after));
}

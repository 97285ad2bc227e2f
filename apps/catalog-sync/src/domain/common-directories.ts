/**
 * The longest common beginnings of directories, so that there are at most `limit` of them: deep directories are shortened to the
 * greatest depth at which this is so. Beginnings of others are left out, since they cover them.
 * @param directories - beginning and ending with a slash: `/shop/makeup/lips/`.
 * @returns sorted; `/` covers everything.
 */
export function getCommonDirectories(directories: readonly string[], limit: number): string[] {
  const all = new Set(directories);
  let depth = 0;
  for (const directory of all) depth = Math.max(depth, getDepth(directory));
  let shortened = new Set([...all].map((directory) => shorten(directory, depth)));
  while (shortened.size > limit) {
    depth -= 1;
    shortened = new Set([...shortened].map((directory) => shorten(directory, depth)));
  }
  const covers = (one: string, other: string) => one !== other && other.startsWith(one);
  const remaining = [...shortened].sort();
  return remaining.filter((directory) => !remaining.some((other) => covers(other, directory)));
}

/** Names between the slashes. */
const getDepth = (directory: string): number => directory.split('/').length - 2;

const shorten = (directory: string, depth: number): string =>
  getDepth(directory) <= depth
    ? directory
    : `${directory
        .split('/')
        .slice(0, depth + 1)
        .join('/')}/`;

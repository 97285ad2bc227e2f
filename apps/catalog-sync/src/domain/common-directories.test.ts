import { describe, expect, it } from 'vitest';
import { getCommonDirectories } from './common-directories.js';

describe('beginnings of the paths of product pages (docs/components.md B10)', () => {
  it.each<[string, string[], number, string[]]>([
    ['directories that are few enough stay as they are', ['/p/', '/products/'], 20, ['/p/', '/products/']],
    ['repeated ones are listed once', ['/p/', '/p/'], 20, ['/p/']],
    ['one inside another one is covered by it', ['/p/lips/', '/p/', '/p/eyes/'], 20, ['/p/']],
    ['a name that begins alike is no directory of it', ['/p/', '/pro/'], 20, ['/p/', '/pro/']],
    ['too many are shortened together', ['/s/a/', '/s/b/', '/t/c/'], 2, ['/s/', '/t/']],
    ['no further than necessary', ['/s/a/x/', '/s/a/y/', '/s/b/z/'], 2, ['/s/a/', '/s/b/']],
    ['in the end everything is covered', ['/a/', '/b/', '/c/'], 2, ['/']],
    ['products without a directory make every page one', ['/', '/p/'], 20, ['/']],
    ['no product, no page', [], 20, []],
  ])('%s', (_name, directories, limit, expected) => {
    expect(getCommonDirectories(directories, limit)).toEqual(expected);
  });
});

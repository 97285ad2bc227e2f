/** A CSS font-family list, characters. */
export const MAX_FONT_FAMILY_LENGTH = 300;

const WORD = '-?[A-Za-z_][A-Za-z0-9_-]*';
const BARE = new RegExp(`^${WORD}(?: ${WORD})*$`);
const QUOTED = /^(["'])([\p{L}\p{N}][\p{L}\p{N} ._-]*)\1$/u;

/**
 * The names of a CSS font-family list: bare words (`Georgia`, `-apple-system`, `Open Sans`) or letters, digits, spaces,
 * `.`, `_` and `-` in quotes, between commas. Undefined: something else stands there, which could end the declaration.
 */
export function fontFamilies(list: string): string[] | undefined {
  if (list.length > MAX_FONT_FAMILY_LENGTH) return undefined;
  const names = list.split(',').map((part) => {
    // Spaces only: other white space has no business here.
    const family = part.replace(/^ +| +$/g, '');
    return BARE.test(family) ? family : QUOTED.exec(family)?.[2];
  });
  return names.some((name) => name === undefined) ? undefined : (names as string[]);
}

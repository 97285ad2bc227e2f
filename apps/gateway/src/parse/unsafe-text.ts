/** Something in a parsed document that no part of the system can keep: where it is and what is wrong with it. */
export interface UnsafeText {
  /** JSON pointer. */
  path: string;
  message: string;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** `/a~1b` for the key `a/b`. RFC 6901. */
export const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * Looks for what storage refuses or what tampers with objects: NUL characters, lone surrogates and `__proto__` keys.
 * The document's depth must be bounded already. Reliability M11, R7.2.
 * @returns at most `limit` findings, in document order.
 */
export function findUnsafeText(value: unknown, limit = 1): UnsafeText[] {
  const found: UnsafeText[] = [];
  const visit = (node: unknown, path: PropertyKey[]): void => {
    if (found.length >= limit) return;
    if (typeof node === 'string') report(node, path, 'The text');
    else if (Array.isArray(node)) for (let i = 0; i < node.length; i++) visit(node[i], [...path, i]);
    else if (typeof node === 'object' && node !== null) {
      for (const key of Object.keys(node)) {
        if (key === '__proto__')
          found.push({ path: pointer([...path, key]), message: 'The key __proto__ is refused.' });
        else report(key, [...path, key], 'The key');
        visit((node as Record<string, unknown>)[key], [...path, key]);
      }
    }
  };
  const report = (text: string, path: PropertyKey[], what: string): void => {
    if (text.includes('\0')) found.push({ path: pointer(path), message: `${what} contains a NUL character.` });
    else if (LONE_SURROGATE.test(text))
      found.push({ path: pointer(path), message: `${what} contains a lone surrogate.` });
  };
  visit(value, []);
  return found.slice(0, limit);
}

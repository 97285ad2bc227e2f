/** Something in a parsed document that no part of the system can keep: where it is and what is wrong with it. */
export interface UnsafeText {
  /** JSON pointer. */
  path: string;
  message: string;
}

/** `/a~1b` for the key `a/b`. RFC 6901. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * Looks for what storage refuses or what tampers with objects: NUL characters, lone surrogates and `__proto__` keys.
 * The document's depth must be bounded already. docs/reliability.md R0.11, R7.2.
 * @returns at most `limit` findings, in document order.
 */
export function findUnsafeText(value: unknown, limit = 1): UnsafeText[] {
  if (isSafe(value)) return [];
  const found: UnsafeText[] = [];
  const path: PropertyKey[] = [];
  const report = (text: string, what: string): void => {
    if (text.includes('\0'))
      found.push({ path: toPointer(path), message: `${what} must not contain a NUL character.` });
    else if (!text.isWellFormed()) {
      found.push({ path: toPointer(path), message: `${what} must not contain a lone surrogate.` });
    }
  };
  const visit = (node: unknown): void => {
    if (found.length >= limit) return;
    if (typeof node === 'string') report(node, 'The text');
    else if (Array.isArray(node)) {
      for (let i = 0; i < node.length; i++) descend(i, node[i]);
    } else if (typeof node === 'object' && node !== null) {
      for (const key of Object.keys(node)) {
        path.push(key);
        if (key === '__proto__') found.push({ path: toPointer(path), message: 'The key must not be __proto__.' });
        else report(key, 'The key');
        path.pop();
        descend(key, (node as Record<string, unknown>)[key]);
      }
    }
  };
  const descend = (key: PropertyKey, node: unknown): void => {
    path.push(key);
    visit(node);
    path.pop();
  };
  visit(value);
  return found.slice(0, limit);
}

const isSafeText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The same question without saying where; a body may hold a million values, and nearly always all of them are fine. */
function isSafe(node: unknown): boolean {
  if (typeof node === 'string') return isSafeText(node);
  if (typeof node !== 'object' || node === null) return true;
  if (Array.isArray(node)) return node.every(isSafe);
  for (const key in node) {
    if (key === '__proto__' || !isSafeText(key) || !isSafe((node as Record<string, unknown>)[key])) return false;
  }
  return true;
}

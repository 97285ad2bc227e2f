/**
 * JSON with object keys in code-unit order, no white space: equal values give equal text, whatever the key order. As
 * JSON.stringify otherwise: members that are undefined are left out, `toJSON` is called.
 * Cost: linear but for the sorting of keys; as much as `JSON.parse` of the text.
 * @throws RangeError on values nested too deeply for the stack; request bodies are limited to 32 levels before.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '') ?? 'null';
}

/** @returns undefined for what JSON cannot hold: undefined, functions and symbols. */
function write(given: unknown, key: string): string | undefined {
  const value = hasToJson(given) ? given.toJSON(key) : given;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, (item, at) => write(item, String(at)) ?? 'null').join(',')}]`;
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const text = write((value as Record<string, unknown>)[name], name);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

const hasToJson = (value: unknown): value is { toJSON(key: string): unknown } =>
  typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON === 'function';

/**
 * JSON with object keys in code-unit order, no white space: equal values give equal text, whatever the key order. As
 * JSON.stringify otherwise: members that are undefined are left out, `toJSON` is called.
 * @throws RangeError on values nested too deeply for the stack; request bodies are limited to 32 levels before.
 */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) => (isPlainObject(member) ? sortKeys(member) : member)) ?? 'null'
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without a prototype, or a member named `__proto__` would be lost. Integer-like keys come first in every object. */
function sortKeys(value: Record<string, unknown>): Record<string, unknown> {
  const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).sort()) sorted[key] = value[key];
  return sorted;
}

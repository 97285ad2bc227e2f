/** What the address of the screen says. */
export interface RulesAddress {
  /** Key of the rule that is open. */
  rule?: string;
  /** Key of the rule that is tried on one shopper. */
  try?: string;
}

const toKey = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export function readRulesAddress(search: Record<string, unknown>): RulesAddress {
  const [rule, tried] = [toKey(search.rule), toKey(search.try)];
  return { ...(rule === undefined ? {} : { rule }), ...(tried === undefined ? {} : { try: tried }) };
}

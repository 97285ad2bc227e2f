/** What the address of the screen says. */
export interface RulesAddress {
  /** Key of the rule that is open. */
  rule?: string;
}

export const readRulesAddress = (search: Record<string, unknown>): RulesAddress =>
  typeof search.rule === 'string' || typeof search.rule === 'number' ? { rule: String(search.rule) } : {};

import { type Condition, type ConditionFacts, evaluate, hasLeaf, type Rule, type Target } from '@svc/domain';
import type { BitSet } from '../structures/bit-set.js';
import type { Assortment } from './compile-assortment.js';
import { compileTarget } from './compile-target.js';

/** A rule with its targets as sets; null: the rule has no such consequence. */
export interface CompiledRule {
  when: Condition | null;
  /** UTC dates `YYYY-MM-DD`, or null; `until` is exclusive. */
  from: string | null;
  until: string | null;
  exclude: BitSet | null;
  require: BitSet | null;
  boost: { target: BitSet; by: number } | null;
  pin: BitSet | null;
}

export function compileRules(assortment: Assortment, rules: readonly Rule[]): CompiledRule[] {
  const carriers = (target: Target | undefined) => (target ? compileTarget(assortment, target) : null);
  return rules.map(({ when, from, until, then }) => ({
    when: when ?? null,
    from: from ?? null,
    until: until ?? null,
    exclude: carriers(then.exclude),
    require: carriers(then.require),
    boost: then.boost ? { target: compileTarget(assortment, then.boost), by: then.boost.by } : null,
    pin: carriers(then.pin),
  }));
}

/** Whether any rule depends on the date. */
export const haveDates = (rules: readonly CompiledRule[]): boolean =>
  rules.some((rule) => rule.from !== null || rule.until !== null);

/** Whether any rule refers to one of these steps. */
export const referToSteps = (rules: readonly CompiledRule[], stepIds: ReadonlySet<number>): boolean =>
  rules.some((rule) => rule.when !== null && hasLeaf(rule.when, (leaf) => 'step' in leaf && stepIds.has(leaf.step)));

/**
 * The rules that apply, in rule order.
 * @param date - today, UTC, `YYYY-MM-DD`.
 */
export function rulesInForce(rules: readonly CompiledRule[], facts: ConditionFacts, date: string): CompiledRule[] {
  return rules.filter(
    (rule) =>
      (rule.from === null || date >= rule.from) &&
      (rule.until === null || date < rule.until) &&
      (rule.when === null || evaluate(rule.when, facts)),
  );
}

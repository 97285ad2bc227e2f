import type { Target } from '@svc/domain';
import type { Rule } from './queries.js';

/** What a rule does with its products. `UP` and `DOWN` are both a boost. */
export type ActionKind = 'EXCLUDE' | 'REQUIRE' | 'UP' | 'DOWN' | 'PIN';
export const ACTION_KINDS: readonly ActionKind[] = ['EXCLUDE', 'REQUIRE', 'UP', 'DOWN', 'PIN'];

export interface Action {
  kind: ActionKind;
  target: Target;
  /** Of a boost, from 0 to 1. */
  strength?: number;
}

/** A strength that is felt and does not decide alone. */
const DEFAULT_STRENGTH = 0.3;

/** The actions of a rule, in the order of its sentence. */
export function getActions({ then }: Rule): Action[] {
  const actions: Action[] = [];
  if (then.exclude) actions.push({ kind: 'EXCLUDE', target: then.exclude });
  if (then.require) actions.push({ kind: 'REQUIRE', target: then.require });
  if (then.boost) {
    const { by, ...target } = then.boost;
    // A strength of 0 keeps its direction while it is being typed.
    actions.push({ kind: by < 0 || Object.is(by, -0) ? 'DOWN' : 'UP', target, strength: Math.abs(by) });
  }
  if (then.pin) actions.push({ kind: 'PIN', target: then.pin });
  return actions;
}

/** The rule with these actions instead of its own; each kind at most once. */
export function setActions(rule: Rule, actions: readonly Action[]): Rule {
  const consequence: Rule['then'] = {};
  for (const { kind, target, strength = DEFAULT_STRENGTH } of actions) {
    if (kind === 'EXCLUDE') consequence.exclude = target;
    else if (kind === 'REQUIRE') consequence.require = target;
    else if (kind === 'PIN') consequence.pin = target;
    else consequence.boost = { ...target, by: kind === 'DOWN' ? -strength : strength };
  }
  return { ...rule, then: consequence };
}

/** Kinds that a rule can still have, next to the given actions. */
export function listFreeKinds(actions: readonly Action[]): ActionKind[] {
  const isBoost = (kind: ActionKind) => kind === 'UP' || kind === 'DOWN';
  return ACTION_KINDS.filter(
    (kind) => !actions.some((action) => action.kind === kind || (isBoost(kind) && isBoost(action.kind))),
  );
}

export const NO_TARGET: Target = { tags: [], productIds: [], variantIds: [] };

export const isEmptyTarget = ({ tags, productIds, variantIds }: Target): boolean =>
  tags.length + productIds.length + variantIds.length === 0;

/** A rule that does nothing yet, with a key of its own. */
export const createRule = (rules: readonly Rule[]): Rule => ({
  key: createKey('rule', rules),
  then: { boost: { ...NO_TARGET, by: DEFAULT_STRENGTH } },
});

export const copyRule = (rule: Rule, rules: readonly Rule[]): Rule => ({
  ...structuredClone(rule),
  key: createKey(rule.key.replace(/-\d+$/, ''), rules),
});

/** `rule-2`: the first that no rule has. */
function createKey(base: string, rules: readonly Rule[]): string {
  for (let number = 1; ; number += 1) {
    const key = `${base}-${number}`;
    if (!rules.some((rule) => rule.key === key)) return key;
  }
}

/** The rule with a tag replaced in all of its targets. */
export const replaceTag = (rule: Rule, before: string, after: string): Rule =>
  setActions(
    rule,
    getActions(rule).map((action) => ({
      ...action,
      target: {
        ...action.target,
        tags: [...new Set(action.target.tags.map((tag) => (tag === before ? after : tag)))],
      },
    })),
  );

/** Rules without one action of one of them. A rule that does nothing else is removed with it. */
export const removeActionByKey = (rules: readonly Rule[], key: string, kind: ActionKind): Rule[] =>
  rules.flatMap((rule) => {
    if (rule.key !== key) return [rule];
    const rest = removeAction(rule, kind);
    return getActions(rest).length === 0 ? [] : [rest];
  });

/** The rule with one action less. */
export const removeAction = (rule: Rule, kind: ActionKind): Rule =>
  setActions(
    rule,
    getActions(rule).filter((action) => action.kind !== kind),
  );

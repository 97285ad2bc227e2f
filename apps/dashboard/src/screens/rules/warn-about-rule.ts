import type { Schemas } from '../../api/client.js';
import type { TextKey } from '../../i18n/areas.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { getActions } from './actions.js';
import type { Rule } from './queries.js';

export interface RuleWarning {
  text: TextKey;
  values: Record<string, string>;
  /** A tag that was probably meant instead of `values.name`. */
  similarTag?: string;
}

export type Check = Pick<Schemas['FunnelCheck'], 'idleRules' | 'conflicts'>;

/**
 * What of a rule has no effect, and why.
 * @param today - UTC, `YYYY-MM-DD`.
 * @param check - of these rules; undefined while it is not known.
 */
export function warnAboutRule(
  rule: Rule,
  { catalog, check, today }: { catalog: Catalog; check: Check | undefined; today: string },
): RuleWarning[] {
  const warnings: RuleWarning[] = [];
  const isExpired = rule.until !== undefined && rule.until <= today;
  if (isExpired) warnings.push({ text: 'rules.warning.expired', values: {} });
  else if (rule.from !== undefined && rule.from > today) warnings.push({ text: 'rules.warning.later', values: {} });
  if (catalog.isComplete) warnings.push(...listUnknownNames(rule, catalog));
  const reason = check?.idleRules.first.find((each) => each.rule === rule.key)?.reason;
  if (reason === 'CONDITION') warnings.push({ text: 'rules.warning.never', values: {} });
  if (reason === 'NO_TARGET') warnings.push({ text: 'rules.warning.no-target', values: {} });
  for (const { kind, rules } of check?.conflicts.first ?? []) {
    const other = rules.find((key) => key !== rule.key);
    if (rules.includes(rule.key)) {
      warnings.push({ text: CONFLICTS[kind], values: { rule: other ?? rule.key } });
    }
  }
  return warnings;
}

const CONFLICTS = {
  EXCLUDES_REQUIRED: 'rules.warning.conflict.excluded',
  REQUIRES_DISJOINT: 'rules.warning.conflict.disjoint',
} as const satisfies Record<Check['conflicts']['first'][number]['kind'], TextKey>;

function listUnknownNames(rule: Rule, catalog: Catalog): RuleWarning[] {
  const targets = getActions(rule).map(({ target }) => target);
  const unknown = (ids: readonly string[], isKnown: (id: string) => boolean) =>
    [...new Set(ids)].filter((id) => !isKnown(id));
  return [
    ...unknown(
      targets.flatMap(({ tags }) => tags),
      catalog.hasTag,
    ).map((name): RuleWarning => {
      const similarTag = catalog.findSimilarTag(name);
      return similarTag
        ? { text: 'rules.warning.tag.similar', values: { name, similar: similarTag }, similarTag }
        : { text: 'rules.warning.tag', values: { name } };
    }),
    ...unknown(
      targets.flatMap(({ productIds }) => productIds),
      catalog.hasProduct,
    ).map((name): RuleWarning => ({ text: 'rules.warning.product', values: { name } })),
    ...unknown(
      targets.flatMap(({ variantIds }) => variantIds),
      catalog.hasVariant,
    ).map((name): RuleWarning => ({ text: 'rules.warning.variant', values: { name } })),
  ];
}

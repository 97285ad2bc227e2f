import { COLOR_TYPE_NAMESPACE, normalizeKey, type Target } from '@svc/domain';
import { complexionTags, expandTags } from '../compile/expand-tags.js';
import type { Profile } from '../rank/profile.js';
import { scoreCells, scoreTypes } from '../rank/score-looks.js';
import { uniteOptions } from '../rank/test-variants.js';
import { isIn } from '../structures/bit-set.js';
import type { CitedAnswer } from '../structures/cited-answer.js';
import { findNumber, textAt } from '../structures/text-table.js';
import { carriedTags, type ExplainContext, getRule, isLiftable } from './explain-context.js';
import type { ExplainedTest } from './match-explanation.js';

type Found = Pick<ExplainedTest, 'test' | 'code' | 'passed'> & Partial<ExplainedTest>;

/**
 * The tests of docs/matching.md M5 for one variant, each with its cause. The own variant of a set has only the tests of
 * excluding rules; `explainSets` adds the test of its set.
 */
export function explainTests(context: ExplainContext, ordinal: number): ExplainedTest[] {
  const excluded = testExclusion(context, ordinal);
  const found = isLiftable(context, ordinal)
    ? excluded
    : [
        testColor(context, ordinal),
        testComplexion(context, ordinal),
        ...context.profile.answered.flatMap((answered) => testStep(context, answered, ordinal)),
        ...excluded,
        ...testRestriction(context, ordinal),
      ];
  return found.map((test) => toTest(context, test));
}

export function toTest(context: ExplainContext, found: Found): ExplainedTest {
  const test = { stepId: null, answers: [], tags: [], rules: [], sentence: '', ...found };
  return { ...test, sentence: found.sentence ?? context.say(test.code, test) };
}

/** Tags of a variant's color types by their number in the assortment. */
export function getColorTypes({ funnel: { assortment } }: ExplainContext, ordinal: number) {
  const { offsets, members } = assortment.colorTypesOfLook;
  const look = assortment.lookByOrdinal[ordinal]!;
  return Array.from(members.subarray(offsets[look]!, offsets[look + 1]!), (type) => ({
    type,
    tag: `${COLOR_TYPE_NAMESPACE}:${assortment.colorTypes[type]!}`,
  }));
}

/** The 15-bit mask of a variant's complexion cells. */
export const getCells = ({ funnel: { assortment } }: ExplainContext, ordinal: number): number =>
  assortment.cellsOfLook[assortment.lookByOrdinal[ordinal]!]!;

function testColor(context: ExplainContext, ordinal: number): Found {
  const { assortment, settings } = context.funnel;
  const test = 'COLOR_TYPE' as const;
  const types = scoreTypes(assortment.colorTypes, settings.colorType, context.color);
  if (settings.colorType.mode !== 'require' || !types) return { test, code: 'COLOR_NOT_TESTED', passed: true };
  const own = getColorTypes(context, ordinal);
  const answers: CitedAnswer[] = [{ field: 'colorType', value: context.color!.type! }];
  if (own.length === 0) return { test, code: 'COLOR_SILENT', passed: true, answers };
  const suiting = own.filter(({ type }) => types.passes[type] === 1);
  return suiting.length > 0
    ? { test, code: 'COLOR_SUITS', passed: true, answers, tags: suiting.map(({ tag }) => tag) }
    : { test, code: 'COLOR_CLASHES', passed: false, answers, tags: own.map(({ tag }) => tag) };
}

function testComplexion(context: ExplainContext, ordinal: number): Found {
  const { skinColor, skinUndertone } = context.answers;
  const { complexion } = context.funnel.settings;
  const test = 'COMPLEXION' as const;
  const cells = scoreCells(complexion, context.answers);
  if (complexion.mode !== 'require' || !cells) return { test, code: 'COMPLEXION_NOT_TESTED', passed: true };
  const answers: CitedAnswer[] = [{ field: 'skinColor', value: skinColor! }];
  if (skinUndertone) answers.push({ field: 'skinUndertone', value: skinUndertone });
  const mask = getCells(context, ordinal);
  if (mask === 0) return { test, code: 'COMPLEXION_SILENT', passed: true, answers };
  const suiting = mask & cells.passing;
  return suiting !== 0
    ? { test, code: 'COMPLEXION_SUITS', passed: true, answers, tags: complexionTags(suiting) }
    : { test, code: 'COMPLEXION_CLASHES', passed: false, answers, tags: complexionTags(mask) };
}

/** The chosen options of an answered step with their keys in lower case. */
export function chosenOptions({ step, chosen }: Profile['answered'][number]) {
  return [...step.options].flatMap(([key, option]) => {
    const selection = step.step.selections.find((given) => normalizeKey(given.key) === key);
    return selection && chosen.includes(option) ? [{ key, option, tags: selection.tags }] : [];
  });
}

/** Tests 3 and 4 for one answered step. */
function testStep(context: ExplainContext, answered: Profile['answered'][number], ordinal: number): Found[] {
  const { step } = answered.step;
  const options = chosenOptions(answered);
  const { assortment } = context.funnel;
  const cite = (chosen: typeof options): CitedAnswer[] => chosen.map(({ key }) => ({ stepId: step.id, key }));
  const carried = (lists: string[][]) => carriedTags(assortment, lists.flat(), ordinal);
  const found: Found[] = [];

  const required = uniteOptions(answered.chosen, 'require');
  if (required) {
    const asking = options.filter(({ option }) => option.require);
    const common = { test: 'REQUIRE' as const, stepId: step.id, answers: cite(asking) };
    if (isIn(required, ordinal)) {
      const tags = carried(asking.map(({ tags }) => tags.require));
      found.push({ ...common, code: 'REQUIRE_CARRIED', passed: true, tags });
    } else if (step.strict) found.push({ ...common, code: 'REQUIRE_STRICT', passed: false });
    else if (answered.step.anyRequire && isIn(answered.step.anyRequire, ordinal)) {
      const tags = carried(step.selections.map(({ tags }) => tags.require));
      found.push({ ...common, code: 'REQUIRE_OTHER', passed: false, tags });
    } else found.push({ ...common, code: 'REQUIRE_SILENT', passed: true });
  }

  const avoiding = options.filter(({ option }) => option.avoid);
  if (avoiding.length > 0) {
    const common = { test: 'AVOID' as const, stepId: step.id };
    const hit = avoiding.filter(({ option }) => isIn(option.avoid!, ordinal));
    const tags = carried(hit.map(({ tags }) => tags.avoid));
    found.push(
      hit.length > 0
        ? { ...common, code: 'AVOID_CARRIED', passed: false, answers: cite(hit), tags }
        : { ...common, code: 'AVOID_CLEAR', passed: true, answers: cite(avoiding) },
    );
  }
  return found;
}

/** One failed test for each applicable rule that excludes the variant, or one passed test. */
function testExclusion(context: ExplainContext, ordinal: number): Found[] {
  const test = 'RULE_EXCLUDE' as const;
  const found = context.profile.rules.flatMap((rule): Found[] => {
    if (!rule.exclude || !isIn(rule.exclude, ordinal)) return [];
    const { key, then } = getRule(context, rule);
    const tags = tagsThatMeet(context, then.exclude!, ordinal);
    return [{ test, code: 'EXCLUDED_BY_RULE', passed: false, rules: [key], tags }];
  });
  return found.length > 0 ? found : [{ test, code: 'NOT_EXCLUDED', passed: true }];
}

/** The tags by which a variant meets a target; none when its id or its product's id is in the target, too. */
function tagsThatMeet(context: ExplainContext, target: Target, ordinal: number): string[] {
  const { assortment } = context.funnel;
  const named = target.variantIds.includes(textAt(assortment.variants, ordinal));
  const { offsets, members } = assortment.variantsOfProduct;
  const ofProduct = target.productIds.some((id) => {
    const product = findNumber(assortment.products, id);
    return product >= 0 && members.subarray(offsets[product]!, offsets[product + 1]!).includes(ordinal);
  });
  return named || ofProduct ? [] : carriedTags(assortment, expandTags(target.tags), ordinal);
}

/** One failed test for each applicable rule whose `require` target excludes the variant, or one passed test. */
function testRestriction(context: ExplainContext, ordinal: number): Found[] {
  const test = 'RULE_REQUIRE' as const;
  const restricting = context.profile.rules.filter((rule) => rule.require !== null);
  const outside = restricting.filter((rule) => !isIn(rule.require!, ordinal));
  const listKeys = (rules: typeof restricting) => rules.map((rule) => getRule(context, rule).key);
  if (outside.length > 0) {
    return listKeys(outside).map((key) => ({ test, code: 'OUTSIDE_RULE', passed: false, rules: [key] }));
  }
  return restricting.length > 0 ? [{ test, code: 'INSIDE_RULES', passed: true, rules: listKeys(restricting) }] : [];
}

import { type Condition, hasLeaf, normalizeKey, SHOPPER_REASONS, type ShopperReasonCode } from '@svc/domain';
import type { CompiledOption } from '../compile/compile-steps.js';
import { complexionTags } from '../compile/expand-tags.js';
import { affinityTerm } from '../rank/learned-terms.js';
import type { Profile } from '../rank/profile.js';
import { scoreCells, scoreTypes } from '../rank/score-looks.js';
import { LOOK_WEIGHT } from '../rank/score-variants.js';
import { TAG_WEIGHT } from '../rank/tag-score.js';
import { isIn } from '../structures/bit-set.js';
import type { CitedAnswer } from '../structures/cited-answer.js';
import { type ExplainContext, getRule } from './explain-context.js';
import { getCells, getColorTypes } from './explain-tests.js';

/** A cause why a variant suits, taken from the explanation of its match; not formatted yet. */
export interface ShopperCause {
  code: Exclude<ShopperReasonCode, 'SET'>;
  /** Its share of the score, in [0, 1]; 0 for a test without a share. */
  strength: number;
  /** The cause needs at least one of these answers. */
  answers: readonly CitedAnswer[];
  /** The cause needs at least one of these tags of the variant. */
  tags: readonly string[];
  /** The cause needs at least one of these rules (keys). */
  rules: readonly string[];
}

/** Finds the causes for the variants of one analysis. */
export interface CauseFinder {
  /** The causes of a variant that is matched by itself, strongest first. */
  of(ordinal: number): ShopperCause[];
}

/**
 * Minimum affinity for the cause LEARNED: shoppers with these answers choose the variant 1.36 times as often as others. A
 * smaller effect is not noticeable.
 */
const MIN_AFFINITY = 0.05;

type Found = Pick<ShopperCause, 'code' | 'strength'> & Partial<ShopperCause>;

/**
 * Creates a finder of causes: the parts of the score that may be shown to a shopper. The strength is weight × value, as in
 * `explainScore`. Passed tests without a part of the score come last, in the order of the questions.
 */
export function createCauseFinder(context: ExplainContext): CauseFinder {
  const findColorCause = createColorCauseFinder(context);
  const findComplexionCause = createComplexionCauseFinder(context);
  const findAnswerCauses = createAnswerCauseFinder(context);
  const order = new Map(SHOPPER_REASONS.map((code, place) => [code, place]));
  return {
    of(ordinal) {
      const color = findColorCause(ordinal);
      const complexion = findComplexionCause(ordinal);
      const shares = getShares(context.profile, [color, complexion].filter((look) => look.hasPart).length);
      const found: Found[] = [
        ...color.causes(shares.look),
        ...complexion.causes(shares.look),
        ...findAnswerCauses(ordinal, shares.step),
        ...recommendation(context, ordinal),
        ...learned(context, ordinal),
      ];
      // Stable: equal causes keep the order of SHOPPER_REASONS and of the questions.
      found.sort((a, b) => b.strength - a.strength || order.get(a.code)! - order.get(b.code)!);
      return found.map((cause) => ({ answers: [], tags: [], rules: [], ...cause }));
    },
  };
}

/** Share of the score of one step, and of each look that is present. docs/matching.md M6. */
function getShares(profile: Profile, looks: number): { step: number; look: number } {
  const steps = profile.answered.filter(({ step }) => step.anyPrefer !== null).length;
  const weights = (steps > 0 ? TAG_WEIGHT : 0) + (looks > 0 ? LOOK_WEIGHT : 0);
  return {
    step: steps > 0 ? TAG_WEIGHT / weights / steps : 0,
    look: looks > 0 ? LOOK_WEIGHT / weights / looks : 0,
  };
}

interface LookCause {
  /** Whether it has a part of the score, even one against the variant. */
  hasPart: boolean;
  causes(share: number): Found[];
}
const NO_LOOK: LookCause = { hasPart: false, causes: () => [] };

/** Caches results by look, because variants with the same color types and complexion cells have equal results. */
function cacheByLook(
  { funnel: { assortment } }: ExplainContext,
  find: (ordinal: number) => LookCause,
): (ordinal: number) => LookCause {
  const known = new Map<number, LookCause>();
  return (ordinal) => {
    const look = assortment.lookByOrdinal[ordinal]!;
    const found = known.get(look) ?? find(ordinal);
    known.set(look, found);
    return found;
  };
}

/** The shopper's color type or a similar one that passes the test, whether or not the funnel tests it. */
function createColorCauseFinder(context: ExplainContext): (ordinal: number) => LookCause {
  const { assortment, settings } = context.funnel;
  const { mode, minScore } = settings.colorType;
  const types =
    mode === 'ignore' ? null : scoreTypes(assortment.colorTypes, { mode: 'require', minScore }, context.color);
  if (!types) return () => NO_LOOK;
  const answers: CitedAnswer[] = [{ field: 'colorType', value: context.color!.type! }];
  return cacheByLook(context, (ordinal) => {
    const own = getColorTypes(context, ordinal);
    if (own.length === 0) return NO_LOOK;
    const suiting = own.filter(({ type }) => types.passes[type] === 1);
    if (suiting.length === 0) return { hasPart: true, causes: () => [] };
    const value = Math.max(...own.map(({ type }) => types.score[type]!));
    const tags = suiting.map(({ tag }) => tag);
    return { hasPart: true, causes: (share) => [{ code: 'COLOR_TYPE', strength: share * value, answers, tags }] };
  });
}

/** A complexion cell that passes the test, whether or not the funnel tests it. */
function createComplexionCauseFinder(context: ExplainContext): (ordinal: number) => LookCause {
  const { mode, depthTolerance } = context.funnel.settings.complexion;
  const cells = mode === 'ignore' ? null : scoreCells({ mode: 'require', depthTolerance }, context.answers);
  if (!cells) return () => NO_LOOK;
  const { skinColor, skinUndertone } = context.answers;
  const answers: CitedAnswer[] = [{ field: 'skinColor', value: skinColor! }];
  if (skinUndertone) answers.push({ field: 'skinUndertone', value: skinUndertone });
  return cacheByLook(context, (ordinal) => {
    const mask = getCells(context, ordinal);
    if (mask === 0) return NO_LOOK;
    const suiting = mask & cells.passing;
    if (suiting === 0) return { hasPart: true, causes: () => [] };
    const value = Math.max(...Array.from(cells.score, (score, cell) => (mask & (1 << cell) ? score : 0)));
    const tags = complexionTags(suiting);
    return { hasPart: true, causes: (share) => [{ code: 'COMPLEXION', strength: share * value, answers, tags }] };
  });
}

/** For each answered step that the variant meets: the first chosen option, in the merchant's order, that the variant meets. */
function createAnswerCauseFinder(context: ExplainContext): (ordinal: number, share: number) => Found[] {
  const { byId, ordered } = context.funnel.steps;
  const place = new Map(ordered.map(({ step }, index) => [step.id, index]));
  const steps = context.profile.answered.map(({ step: { step, options }, chosen }) => {
    const inOrder = [...(byId.get(step.id)?.keys() ?? [])].flatMap((key) => {
      const option = options.get(key);
      return option && chosen.includes(option) ? [{ key, option }] : [];
    });
    return { step, options: inOrder };
  });
  steps.sort((a, b) => place.get(a.step.id)! - place.get(b.step.id)!);
  return (ordinal, share) =>
    steps.flatMap(({ step, options }): Found[] => {
      const meets = (kind: 'prefer' | 'require') => options.find(({ option }) => carries(option, kind, ordinal));
      const preferred = meets('prefer');
      const met = preferred ?? meets('require');
      if (!met) return [];
      const selection = step.selections.find(({ key }) => normalizeKey(key) === met.key);
      const { prefer = [], require = [] } = selection?.tags ?? {};
      const answers = [{ stepId: step.id, key: met.key }];
      return [{ code: 'ANSWER', strength: preferred ? share : 0, answers, tags: [...prefer, ...require] }];
    });
}

const carries = (option: CompiledOption, kind: 'prefer' | 'require', ordinal: number): boolean => {
  const set = option[kind];
  return set !== null && isIn(set, ordinal);
};

/**
 * Rules with a condition on the shopper that raise the variant. A pin outranks every score and counts as 1; boosts count with
 * their sum. Rules without a condition apply to every shopper and are no reason.
 */
function recommendation(context: ExplainContext, ordinal: number): Found[] {
  const lifting: string[] = [];
  let by = 0;
  for (const rule of context.profile.rules) {
    if (rule.when === null || !hasCondition(rule.when)) continue;
    const boosts = rule.boost !== null && isIn(rule.boost.target, ordinal);
    const pinned = rule.pin !== null && isIn(rule.pin, ordinal);
    if (pinned) by += 1;
    if (boosts) by += rule.boost!.by;
    if (pinned || (boosts && rule.boost!.by > 0)) lifting.push(getRule(context, rule).key);
  }
  // Boosts that cancel out leave a rounding error.
  return lifting.length > 0 && by > 1e-9 ? [{ code: 'RECOMMENDED', strength: Math.min(1, by), rules: lifting }] : [];
}

/** Whether a condition refers to any step: `{ all: [] }` applies to every shopper. */
export const hasCondition = (condition: Condition): boolean => hasLeaf(condition, () => true);

/** Affinity of the answers. Popularity alone is not specific to a shopper. */
function learned({ profile }: ExplainContext, ordinal: number): Found[] {
  if (profile.learned === null) return [];
  const speaking = profile.learned.options.filter(({ lambda }) => lambda[ordinal]! > 0);
  const sum = profile.learned.options.reduce((total, { lambda }) => total + lambda[ordinal]!, 0);
  const value = affinityTerm(sum);
  if (value < MIN_AFFINITY) return [];
  return [{ code: 'LEARNED', strength: value, answers: speaking.flatMap(({ answers }) => answers) }];
}

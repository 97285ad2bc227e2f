import { complexionTags } from '../compile/expand-tags.js';
import { affinityTerm, fromMillionths, toMillionths } from '../rank/learned-terms.js';
import { scoreCells, scoreLooks, scoreTypes } from '../rank/score-looks.js';
import { LOOK_WEIGHT, Q_MAX, scoreVariants } from '../rank/score-variants.js';
import { TAG_WEIGHT } from '../rank/tag-score.js';
import { uniteOptions } from '../rank/test-variants.js';
import { type BitSet, isIn } from '../structures/bit-set.js';
import { carriedTags, type ExplainContext, getRule } from './explain-context.js';
import { chosenOptions, getCells, getColorTypes } from './explain-tests.js';
import type { ExplainedLearning, ExplainedScore, ExplainedScorePart } from './match-explanation.js';

type Part = Omit<ExplainedScorePart, 'weight' | 'sentence'>;

/**
 * The score q of the given variants as the engine computes it, but without tests, so that rejected variants have one, too.
 * @param variants - ordinals.
 */
export function qualities(context: ExplainContext, variants: BitSet): Map<number, number> {
  const { funnel, profile, answers, color } = context;
  const { colorType, complexion } = funnel.settings;
  const untested = {
    colorType: { ...colorType, mode: colorType.mode === 'require' ? ('prefer' as const) : colorType.mode },
    complexion: { ...complexion, mode: complexion.mode === 'require' ? ('prefer' as const) : complexion.mode },
  };
  const lookScores = scoreLooks(funnel.assortment, untested, answers, color);
  const { ordinals, keys } = scoreVariants(funnel, { ...profile, lookScores }, variants);
  return new Map(Array.from(ordinals, (ordinal, index) => [ordinal, Q_MAX - keys[index]!]));
}

/** The parts of the score S of one variant with their origins. docs/matching.md M6. */
export function explainScore(context: ExplainContext, ordinal: number, q: number): ExplainedScore {
  const { say, profile } = context;
  const tags = tagPart(context, ordinal);
  const looks = [colorPart(context, ordinal), complexionPart(context, ordinal)].filter((part) => part !== null);
  const weights = (tags ? TAG_WEIGHT : 0) + (looks.length > 0 ? LOOK_WEIGHT : 0);
  const weighted: [Part, number][] = [
    ...(tags ? [[tags, TAG_WEIGHT / weights] as [Part, number]] : []),
    ...looks.map((part): [Part, number] => [part, LOOK_WEIGHT / weights / looks.length]),
  ];
  if (weighted.length === 0) weighted.push([{ part: 'NEUTRAL', value: 0.5, tags: [] }, 1]);
  const boosts = profile.rules.flatMap((rule) => {
    if (!rule.boost || !isIn(rule.boost.target, ordinal)) return [];
    const { key } = getRule(context, rule);
    const { by } = rule.boost;
    return [{ rule: key, by, sentence: say('BOOST', { rules: [key], named: { by } }) }];
  });
  const total = q / 1e6;
  const learning = explainLearning(context, ordinal);
  return {
    parts: weighted.map(([part, weight]) => ({
      ...part,
      weight,
      sentence: say(part.part, { tags: part.tags, named: { value: rounded(part.value), weight: rounded(weight) } }),
    })),
    boosts,
    learned: learning === null ? 0 : learning.popularity.value + learning.affinity.value,
    learning,
    total,
    q,
    sentence: say('SCORE', { named: { total } }),
  };
}

/** The terms of Funnel AI; null while it is disabled. docs/matching.md M7. */
function explainLearning({ profile: { learned }, say }: ExplainContext, ordinal: number): ExplainedLearning | null {
  if (learned === null) return null;
  const pop = learned.pop[ordinal]!;
  const options = learned.options
    .filter(({ lambda }) => lambda[ordinal] !== 0)
    .map(({ answers, lambda }) => {
      const value = fromMillionths(lambda[ordinal]!);
      const named = { lambda: value, times: toTimes(value) };
      return { answers: [...answers], lambda: value, sentence: say('LEARNED_OPTION', { answers, named }) };
    });
  const sum = fromMillionths(learned.options.reduce((total, { lambda }) => total + lambda[ordinal]!, 0));
  const affinity = affinityTerm(toMillionths(sum));
  const popularity = learned.popularity[ordinal]!;
  return {
    popularity: {
      pop,
      value: popularity,
      sentence: say('LEARNED_POPULARITY', { named: { pop: rounded(pop), value: rounded(popularity) } }),
    },
    affinity: {
      sum,
      value: affinity,
      options,
      sentence: say('LEARNED_AFFINITY', { named: { sum: rounded(sum), value: rounded(affinity) } }),
    },
  };
}

/** e^λ with two decimals: how many times as often. */
const toTimes = (lambda: number): number => Math.round(Math.exp(lambda) * 100) / 100;

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** T; null: no answered step has `prefer` tags. */
function tagPart({ funnel, profile }: ExplainContext, ordinal: number): Part | null {
  const steps = profile.answered.flatMap((answered) => {
    const { step, anyPrefer } = answered.step;
    if (!anyPrefer) return [];
    const preferred = uniteOptions(answered.chosen, 'prefer');
    const met = preferred !== null && isIn(preferred, ordinal);
    const value = met ? (1 as const) : isIn(anyPrefer, ordinal) ? (0 as const) : (0.5 as const);
    const wanted = chosenOptions(answered).flatMap(({ tags }) => tags.prefer);
    return [{ stepId: step.id, value, tags: carriedTags(funnel.assortment, wanted, ordinal) }];
  });
  if (steps.length === 0) return null;
  const value = steps.reduce((sum, step) => sum + step.value, 0) / steps.length;
  return { part: 'TAGS', value, tags: [...new Set(steps.flatMap(({ tags }) => tags))], steps };
}

/** Xs; null: no color tag or no color type. */
function colorPart(context: ExplainContext, ordinal: number): Part | null {
  const { assortment, settings } = context.funnel;
  const types = scoreTypes(assortment.colorTypes, settings.colorType, context.color);
  const own = getColorTypes(context, ordinal);
  if (!types || own.length === 0) return null;
  const value = Math.max(...own.map(({ type }) => types.score[type]!));
  return {
    part: 'COLOR_TYPE',
    value,
    tags: own.filter(({ type }) => types.score[type] === value).map(({ tag }) => tag),
  };
}

/** Xc; null: no complexion tag or no skin color. */
function complexionPart(context: ExplainContext, ordinal: number): Part | null {
  const cells = scoreCells(context.funnel.settings.complexion, context.answers);
  const mask = getCells(context, ordinal);
  if (!cells || mask === 0) return null;
  const own = Array.from(cells.score, (score, cell) => ({ score, bit: 1 << cell })).filter(({ bit }) => mask & bit);
  const value = Math.max(...own.map(({ score }) => score));
  const best = own.filter(({ score }) => score === value).reduce((all, { bit }) => all | bit, 0);
  return { part: 'COMPLEXION', value, tags: complexionTags(best) };
}

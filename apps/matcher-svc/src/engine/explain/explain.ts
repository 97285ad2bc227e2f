import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { UNPINNED } from '../rank/pins.js';
import { addTo, emptySet, isIn } from '../structures/bit-set.js';
import { findNumber } from '../structures/text-table.js';
import {
  createExplainContext,
  type ExplainContext,
  type ExplainInput,
  getRule,
  isLiftable,
} from './explain-context.js';
import { explainScore, qualities } from './explain-score.js';
import { explainSets } from './explain-sets.js';
import { explainTests } from './explain-tests.js';
import type { EligibilityCode, MatchExplanation, VariantExplanation } from './match-explanation.js';

/** An explanation without the versions, which the engine does not know. */
export type Explained = Omit<MatchExplanation, 'versions'>;

/**
 * Explains for each variant whether it is matched and what determines its position; docs/matching.md M9. Ranks the funnel's
 * whole assortment whatever its size, because filters and tabs only select from that order.
 * Cost: one ranking, and for each variant the steps, rules and tags that its explanation needs. Not part of a match.
 */
export function explainMatch(funnel: CompiledFunnel, input: ExplainInput): Explained {
  const context = createExplainContext(funnel, input);
  const ordinals = input.variantIds.map((id) => findNumber(funnel.assortment.variants, id));
  const known = emptySet(funnel.assortment.variantCount);
  for (const ordinal of ordinals) if (ordinal >= 0) addTo(known, ordinal);
  const qualityByVariant = qualities(context, known);
  return {
    language: context.language,
    date: input.date,
    answers: input.answers,
    colorType: input.color?.type ?? null,
    matchedCount: context.ranking.length,
    variants: input.variantIds.map((id, index) => {
      const ordinal = ordinals[index]!;
      return ordinal < 0 ? unknown(context, id) : explainVariant(context, id, ordinal, qualityByVariant);
    }),
  };
}

function unknown({ say }: ExplainContext, variantId: string): VariantExplanation {
  return {
    variantId,
    matched: false,
    sentence: say('NOT_ELIGIBLE', { named: { variant: variantId } }),
    position: null,
    eligibility: { code: 'UNKNOWN_VARIANT', passed: false, sentence: say('UNKNOWN_VARIANT') },
    tests: [],
    sets: [],
    pin: null,
    score: null,
    tabs: [],
  };
}

function explainVariant(
  context: ExplainContext,
  variantId: string,
  ordinal: number,
  qualityByVariant: ReadonlyMap<number, number>,
): VariantExplanation {
  const { funnel, ranking, positionByOrdinal, say } = context;
  const code = getEligibility(funnel, ordinal);
  const ofSets = explainSets(context, variantId);
  const tests = [...explainTests(context, ordinal), ...ofSets.tests];
  const failed = tests.filter(({ passed }) => !passed).length;
  const place = positionByOrdinal.get(ordinal);
  const named = { variant: variantId, count: ranking.length, failed, tests: tests.length };
  const verdict =
    place !== undefined
      ? say('MATCHED', { named: { ...named, position: place + 1 } })
      : say(code === 'ELIGIBLE' ? 'REJECTED' : 'NOT_ELIGIBLE', { named });
  return {
    variantId,
    matched: place !== undefined,
    sentence: verdict,
    position: place === undefined ? null : place + 1,
    eligibility: { code, passed: code === 'ELIGIBLE', sentence: say(code) },
    tests,
    sets: ofSets.sets,
    pin: findPin(context, ordinal),
    score: isLiftable(context, ordinal) ? null : explainScore(context, ordinal, qualityByVariant.get(ordinal)!),
    tabs: funnel.tabs.filter(({ selected }) => isIn(selected, ordinal)).map(({ tab }) => tab.key),
  };
}

function getEligibility({ assortment, scope }: CompiledFunnel, ordinal: number): EligibilityCode {
  if (isIn(scope, ordinal)) return 'ELIGIBLE';
  return isIn(assortment.available, ordinal) ? 'NOT_IN_ASSORTMENT' : 'UNAVAILABLE';
}

function findPin(context: ExplainContext, ordinal: number): VariantExplanation['pin'] {
  const { pins, profile, say } = context;
  const rank = pins ? pins[ordinal]! : UNPINNED;
  if (rank === UNPINNED) return null;
  const rule = getRule(context, profile.rules[rank]!).key;
  const group = profile.rules.slice(0, rank + 1).filter(({ pin }) => pin !== null).length;
  return { rule, group, sentence: say('PINNED', { rules: [rule] }) };
}

import type { ColorResult, MatchingAnswers } from '@svc/domain';
import { stepKind } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { Presence, Profile, ProfileInput } from '../rank/profile.js';
import { FAILED } from '../rank/score-looks.js';
import { testVariants } from '../rank/test-variants.js';
import { addTo, type BitSet, isIn, lowestBit } from '../structures/bit-set.js';
import { HIDDEN, type Path, type Questionnaire, toEnumValue } from './check-dimensions.js';

/** Converts a path to an analysis. Its own color type scores 1 and all others 0, because their scores are unknown. */
export function toAnalysis({ dimensions }: Questionnaire, path: Path, date: string): Required<ProfileInput> {
  const answers: MatchingAnswers = { selectionValues: [] };
  const presence: Presence = { hasSelfie: false, hasContact: false };
  let color: ColorResult | null = null;
  for (const [at, { step, choices }] of dimensions.entries()) {
    const choice = path[at] === HIDDEN ? undefined : choices[path[at]!];
    if (!choice?.keys) continue;
    if (!step) color = { type: choice.chosen[0]!, scores: { [choice.chosen[0]!]: 1 } };
    else if (step.field) Object.assign(answers, { [step.field]: toEnumValue(step.field, choice) });
    else if (!step.isCustom) presence[stepKind(step.step.type) === 'selfie' ? 'hasSelfie' : 'hasContact'] = true;
    else {
      for (const selectedKey of choice.keys) answers.selectionValues.push({ stepId: step.step.id, selectedKey });
    }
  }
  return { answers, presence, color, date };
}

/**
 * The matched variants of the funnel's assortment without an order: the members of `rankVariants`, also for an assortment
 * above the limit. docs/matching.md M5.
 */
export function matchedSet(funnel: CompiledFunnel, profile: Profile): BitSet {
  const matched = testVariants(funnel, profile, funnel.scope);
  if (profile.lookScores.includes(FAILED)) dropFailed(funnel, profile, matched);
  const lifted = funnel.sets.sets.filter(
    ({ own, members, isComplete }) =>
      isIn(funnel.scope, own) &&
      !profile.rules.some((rule) => rule.exclude !== null && isIn(rule.exclude, own)) &&
      meet(members, matched) &&
      isComplete(matched),
  );
  for (const { own } of lifted) addTo(matched, own);
  return matched;
}

function dropFailed({ assortment: { lookByOrdinal } }: CompiledFunnel, { lookScores }: Profile, matched: BitSet): void {
  for (let word = 0; word < matched.length; word += 1) {
    let kept = matched[word]!;
    for (let bits = kept; bits !== 0; bits &= bits - 1) {
      const bit = lowestBit(bits);
      if (lookScores[lookByOrdinal[(word << 5) + bit]!] === FAILED) kept &= ~(1 << bit);
    }
    matched[word] = kept;
  }
}

/** Whether two sets have a common member. */
export function meet(a: BitSet, b: BitSet): boolean {
  for (let word = 0; word < a.length; word += 1) if ((a[word]! & b[word]!) !== 0) return true;
  return false;
}

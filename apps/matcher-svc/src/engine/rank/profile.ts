import { type ColorResult, conditionFacts, type MatchingAnswers, visibleSteps } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { type CompiledRule, rulesInForce } from '../compile/compile-rules.js';
import type { CompiledOption, CompiledStep } from '../compile/compile-steps.js';
import type { LearnedTerms, Learning } from './learned-terms.js';
import { scoreLooks } from './score-looks.js';

/** Everything about a match that does not depend on the requested variants. */
export interface Profile {
  /** Answered steps whose options have tags, with the chosen options. */
  answered: { step: CompiledStep; chosen: CompiledOption[] }[];
  /** Rules that apply, in rule order. */
  rules: CompiledRule[];
  /** Result of `scoreLooks` by look. */
  lookScores: Float64Array;
  /** Null: Funnel AI is disabled. */
  learned: LearnedTerms | null;
}

/** Whether SELFIE and EMAIL steps were answered. */
export interface Presence {
  hasSelfie: boolean;
  hasContact: boolean;
}

export interface ProfileInput {
  /** Effective answers, migrated to the funnel's steps. */
  answers: MatchingAnswers;
  /** Needed only by a funnel with `asksForPresence`; absent: neither was answered. */
  presence?: Presence;
  /** Null: the analysis has no color type. */
  color: ColorResult | null;
  /** Today, UTC, `YYYY-MM-DD`. */
  date: string;
}

export interface LearnedInput extends ProfileInput {
  /** The active model; absent or null: Funnel AI is disabled. */
  learning?: Learning | null;
}

/** Applies one analysis to a funnel: chosen options, applicable rules, scores of color and complexion. */
export function createProfile(
  funnel: CompiledFunnel,
  { answers, presence, color, date, learning }: LearnedInput,
): Profile {
  // A hidden SELFIE or EMAIL step counts as not answered. Other hidden answers are not in `answers`.
  const steps = presence ? visibleSteps(funnel.steps, answers, presence) : funnel.steps;
  const facts = conditionFacts(answers, steps, { ...presence, colorType: color?.type ?? null });
  const answered: Profile['answered'] = [];
  for (const step of funnel.compiledSteps) {
    const keys = facts.chosen.get(step.step.id);
    if (!keys) continue;
    const chosen: CompiledOption[] = [];
    for (const key of keys) {
      const option = step.options.get(key);
      if (option) chosen.push(option);
    }
    if (chosen.length > 0) answered.push({ step, chosen });
  }
  return {
    answered,
    rules: rulesInForce(funnel.rules, facts, date),
    lookScores: scoreLooks(funnel.assortment, funnel.settings, answers, color),
    learned: learning?.getTerms(answers, color) ?? null,
  };
}

import {
  answersInForce,
  builtInKeys,
  COLOR_TYPES,
  conditionFacts,
  effectiveAnswers,
  evaluate,
  type MatchingAnswers,
  type Step,
  visibleSteps,
} from '@svc/domain';
import type { MatchRequest } from '../rank/match-variants.js';
import { createRequest, type TestCompany } from './company.js';
import { oracle } from './oracle.js';

/** A path of the twin: what was given to each shown step, by step id; `color` is the color type. */
export interface NaivePath {
  given: Map<number, string[]>;
  color: string | null;
  /** Effective answers. */
  answers: MatchingAnswers;
  matched: string[];
  /** Computed when it is read: as much work as the list. */
  readonly tabs: string[];
  held: string[];
}

/**
 * All answer paths of a funnel and what matches on each, once more: every combination of answers to every step, of which
 * those that no visitor could give are discarded, matched by the oracle.
 */
export function naivePaths(company: TestCompany, hasColor: boolean): NaivePath[] {
  let combinations: Map<number, string[]>[] = [new Map()];
  for (const step of company.steps) {
    combinations = combinations.flatMap((given) =>
      answersTo(step).map((chosen) => new Map(given).set(step.id, chosen)),
    );
  }
  const possible = combinations.filter((given) => isPossible(company.steps, given));
  const colors = hasColor ? [null, ...COLOR_TYPES, 'MUTED', 'VIVID'] : [null];
  return possible.flatMap((given) => colors.map((color) => toPath(company, given, color)));
}

function answersTo(step: Step): string[][] {
  const keys = step.selections.length > 0 ? step.selections.map(({ key }) => key) : [...builtInKeys(step.type)];
  if (step.type !== 'MULTI_SELECTION') return [[], ...keys.map((key) => [key])];
  return Array.from({ length: 2 ** keys.length }, (_, bits) => keys.filter((_key, index) => (bits >>> index) & 1));
}

/** Shown steps that are required have an answer; hidden ones have none. */
function isPossible(steps: readonly Step[], given: Map<number, string[]>): boolean {
  const shown = new Set(visibleSteps(steps, toAnswers(steps, given)).map(({ id }) => id));
  return steps.every((step) => {
    const isAnswered = given.get(step.id)!.length > 0;
    if (!shown.has(step.id)) return !isAnswered;
    return isAnswered || !step.required;
  });
}

function toAnswers(steps: readonly Step[], given: Map<number, string[]>): MatchingAnswers {
  const answers: MatchingAnswers = { selectionValues: [] };
  for (const step of steps) {
    for (const key of given.get(step.id)!) {
      if (step.type === 'AGE') Object.assign(answers, { ageRange: key });
      else answers.selectionValues.push({ stepId: step.id, selectedKey: key.toLowerCase() });
    }
  }
  return answers;
}

function toPath(company: TestCompany, given: Map<number, string[]>, color: string | null): NaivePath {
  const { steps, funnel } = company;
  const answers = effectiveAnswers(toAnswers(steps, given), steps);
  const request: MatchRequest = createRequest({
    answers,
    color: color ? { type: color, scores: { [color]: 1 } } : null,
  });
  const listed = oracle(company, request);
  if (listed === 'too large') throw new Error('The twin is for small companies.');
  const facts = conditionFacts(answers, steps, { colorType: color });
  const held = funnel.matching.rules.filter(({ when }) => !when || evaluate(when, facts)).map(({ key }) => key);
  const shown = new Set(visibleSteps(steps, answers).map(({ id }) => id));
  return {
    given: new Map([...given].filter(([id]) => shown.has(id))),
    color,
    answers,
    matched: listed.matched,
    get tabs() {
      const onTabs = oracle(company, { ...request, resultPage: true });
      if (onTabs === 'too large') throw new Error('The twin is for small companies.');
      return (onTabs.tabs ?? []).filter(({ variants }) => variants.length > 0).map(({ key }) => key);
    },
    held,
  };
}

/** Whether a path has no match in another version of the company's funnel either. */
export function isDeadIn(company: TestCompany, { answers, color }: NaivePath): boolean {
  const request = createRequest({
    answers: answersInForce(answers, company.steps),
    color: color ? { type: color, scores: { [color]: 1 } } : null,
  });
  const listed = oracle(company, request);
  return listed !== 'too large' && listed.matched.length === 0;
}

import { builtInSelections, getStepType, localize, type StepIndex } from '@svc/domain';
import { fromMillionths } from '../engine/rank/learned-terms.js';
import type { CitedAnswer } from '../engine/structures/cited-answer.js';
import { toAnswers } from './compile-model.js';
import { type LearnedModel, listRows, MIN_OPTION_SESSIONS } from './learned-model.js';
import type { LearnedLiftReport, LearnedOptionReport, LearningReport } from './learning-report.js';
import { byCodeUnit, migrateToken } from './option-tokens.js';

/** Maximum number of effects and popular variants in a report. */
const MAX_REPORTED = 20;
/** Minimum |λ| in a report: a smaller effect is noise. */
const LEAST_LAMBDA = 0.05;
const LEAST_POP = 1.01;

/**
 * Describes a model for a report: which variants shoppers with an option choose more or less often than the variant's popularity
 * predicts.
 * @param steps - steps of the published version; options that it does not have are omitted.
 * @param language - BCP 47, of the company.
 * @param isKnown - whether the catalog has a variant; others are omitted.
 */
export function describeModel(
  model: LearnedModel,
  steps: StepIndex,
  language: string,
  isKnown: (variantId: string) => boolean,
): Pick<LearningReport, 'options' | 'lifts' | 'popular'> {
  const named = (token: string) => {
    const answers = toAnswers(token);
    return { answers, caption: answers.map((answer) => toCaption(answer, steps, language)).join(' / ') };
  };
  const options: LearnedOptionReport[] = [];
  for (const { token: old, sessions } of model.options) {
    const token = migrateToken(old, steps);
    if (token !== null) options.push({ ...named(token), sessions, learned: sessions >= MIN_OPTION_SESSIONS });
  }
  options.sort((a, b) => b.sessions - a.sessions || byCodeUnit(a.caption, b.caption));

  const known = new Map<number, boolean>();
  const isReported = (column: number) => {
    const isNamed = known.get(column) ?? isKnown(model.variants[column]!);
    known.set(column, isNamed);
    return isNamed;
  };
  const columns = model.variants.length;
  const strongest = createTopList<{ token: string; column: number; lambda: number }>(MAX_REPORTED);
  for (const [row, { token: old }] of listRows(model).entries()) {
    const token = migrateToken(old, steps);
    if (token === null) continue;
    for (let column = 0; column < columns; column += 1) {
      const lambda = fromMillionths(model.lambda[row * columns + column]!);
      const strength = Math.abs(lambda);
      if (strength >= LEAST_LAMBDA && strongest.takes(strength) && isReported(column)) {
        strongest.add(strength, { token, column, lambda });
      }
    }
  }
  const popular = createTopList<number>(MAX_REPORTED);
  for (const [column, pop] of model.pop.entries()) {
    if (pop >= LEAST_POP && popular.takes(pop) && isReported(column)) popular.add(pop, column);
  }
  return {
    options,
    lifts: strongest.values().map(({ token, column, lambda }): LearnedLiftReport => {
      const variantId = model.variants[column]!;
      return { ...named(token), variantId, times: rounded(Math.exp(lambda)), lambda };
    }),
    popular: popular
      .values()
      .map((column) => ({ variantId: model.variants[column]!, times: rounded(model.pop[column]!) })),
  };
}

/** Collects the values with the highest ranks, highest first, in order of arrival for equal ranks. A few of millions, without a sort. */
function createTopList<T>(limit: number) {
  const top: { rank: number; value: T }[] = [];
  const takes = (rank: number) => top.length < limit || rank > top.at(-1)!.rank;
  return {
    takes,
    add(rank: number, value: T) {
      const at = top.findIndex((other) => rank > other.rank);
      top.splice(at < 0 ? top.length : at, 0, { rank, value });
      if (top.length > limit) top.pop();
    },
    values: () => top.map(({ value }) => value),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function toCaption(answer: CitedAnswer, steps: StepIndex, language: string): string {
  if ('stepId' in answer) {
    const selections = steps.byId.get(answer.stepId)?.step.selections ?? [];
    const option = selections.find(({ key }) => key.toLowerCase() === answer.key);
    return (option && localize(option.caption, undefined, language)) || answer.key;
  }
  if (answer.field === 'colorType') return answer.value;
  const stepType = getStepType(answer.field);
  const own = steps.ordered.find(({ field }) => field === answer.field)?.step.selections ?? builtInSelections(stepType);
  const option = own.find(({ key }) => key.toUpperCase() === answer.value);
  return (option && localize(option.caption, undefined, language)) || answer.value;
}

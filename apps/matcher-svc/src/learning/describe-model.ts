import {
  builtInSelections,
  type CitedAnswer,
  ENUM_FIELDS,
  type LearnedLiftReport,
  type LearnedOptionReport,
  type LearningReport,
  localize,
  type StepIndex,
} from '@svc/domain';
import { fromMillionths } from '../engine/learned-lift.js';
import { answersOf } from './compile-model.js';
import { type LearnedModel, MIN_OPTION_SESSIONS, rowsOf } from './learned-model.js';
import { byCodeUnit, migrateToken } from './option-tokens.js';

/** Lifts and popular variants that are told. */
const MAX_TOLD = 20;
/** A lift below a twentieth more or less is noise. */
const LEAST_LAMBDA = 0.05;

/**
 * A model in words: what shoppers with an option choose more or less often than the variant's popularity lets expect.
 * @param steps - of the version in force; options that it does not have are left out.
 * @param language - BCP 47, of the company.
 * @param isKnown - whether the catalogue has a variant; others are left out.
 */
export function describeModel(
  model: LearnedModel,
  steps: StepIndex,
  language: string,
  isKnown: (variantId: string) => boolean,
): Pick<LearningReport, 'options' | 'lifts' | 'popular'> {
  const named = (token: string) => {
    const answers = answersOf(token);
    return { answers, caption: answers.map((answer) => captionOf(answer, steps, language)).join(' / ') };
  };
  const options: LearnedOptionReport[] = [];
  for (const { token: old, sessions } of model.options) {
    const token = migrateToken(old, steps);
    if (token !== null) options.push({ ...named(token), sessions, learned: sessions >= MIN_OPTION_SESSIONS });
  }
  options.sort((a, b) => b.sessions - a.sessions || byCodeUnit(a.caption, b.caption));

  const columns = model.variants.length;
  const lifts: LearnedLiftReport[] = [];
  for (const [row, { token: old }] of rowsOf(model).entries()) {
    const token = migrateToken(old, steps);
    if (token === null) continue;
    const found = named(token);
    for (const [column, variantId] of model.variants.entries()) {
      const lambda = fromMillionths(model.lambda[row * columns + column]!);
      if (Math.abs(lambda) >= LEAST_LAMBDA && isKnown(variantId)) {
        lifts.push({ ...found, variantId, times: rounded(Math.exp(lambda)), lambda });
      }
    }
  }
  lifts.sort((a, b) => Math.abs(b.lambda) - Math.abs(a.lambda) || byCodeUnit(a.variantId, b.variantId));

  const popular = model.variants
    .map((variantId, column) => ({ variantId, times: rounded(model.pop[column]!) }))
    .filter(({ variantId, times }) => times > 1 && isKnown(variantId))
    .sort((a, b) => b.times - a.times || byCodeUnit(a.variantId, b.variantId));
  return { options, lifts: lifts.slice(0, MAX_TOLD), popular: popular.slice(0, MAX_TOLD) };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function captionOf(answer: CitedAnswer, steps: StepIndex, language: string): string {
  if ('stepId' in answer) {
    const selections = steps.byId.get(answer.stepId)?.step.selections ?? [];
    const option = selections.find(({ key }) => key.toLowerCase() === answer.key);
    return (option && localize(option.caption, undefined, language)) || answer.key;
  }
  if (answer.field === 'colorType') return answer.value;
  const { stepType } = ENUM_FIELDS[answer.field];
  const own = steps.ordered.find(({ field }) => field === answer.field)?.step.selections ?? builtInSelections(stepType);
  const option = own.find(({ key }) => key.toUpperCase() === answer.value);
  return (option && localize(option.caption, undefined, language)) || answer.value;
}

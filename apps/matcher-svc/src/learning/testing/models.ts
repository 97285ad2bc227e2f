import { fromMillionths } from '../../engine/rank/learned-terms.js';
import type { BuildResult } from '../build-model.js';
import type { DayStats } from '../day-stats.js';
import { type LearnedModel, listRows } from '../learned-model.js';

/** Statistics of a day; empty where nothing is given. */
export const createDay = (given: Partial<DayStats>): DayStats => ({
  sessions: 0,
  impressions: 0,
  options: {},
  variants: {},
  pairs: {},
  ...given,
});

export function requireModel(result: BuildResult): LearnedModel {
  if (result.model) return result.model;
  throw new Error(`There is no model: ${result.reason}.`);
}

/** Popularity of a variant; 1 if the model does not know it. */
export function popIn(model: LearnedModel, variantId: string): number {
  const column = model.variants.indexOf(variantId);
  return column < 0 ? 1 : model.pop[column]!;
}

/** λ of an option and a variant; 0 if the model has none. */
export function lambdaIn(model: LearnedModel, token: string, variantId: string): number {
  const row = listRows(model).findIndex((option) => option.token === token);
  const column = model.variants.indexOf(variantId);
  return row < 0 || column < 0 ? 0 : fromMillionths(model.lambda[row * model.variants.length + column]!);
}

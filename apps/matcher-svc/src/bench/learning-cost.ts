import { migrateAnswers } from '@svc/domain';
import { createProfile } from '../engine/rank/profile.js';
import { rankVariants } from '../engine/rank/rank-variants.js';
import { benchCompany, benchRequests } from '../engine/testing/bench-company.js';
import { compileCompany } from '../engine/testing/company.js';
import { seededRandom } from '../engine/testing/random.js';
import { compileModel } from '../learning/compile-model.js';
import { randomModel } from '../learning/testing/random-model.js';

/** What a model costs one match. */
export interface LearningCost {
  variants: number;
  /** Options of an analysis that the model knows, mean. */
  options: number;
  offUs: number;
  onUs: number;
  compileMs: number;
  bytes: number;
}

/** Times matches of the bench company without and with a model, in turn; medians of the rounds. */
export function measureLearningCost(variants: number, rounds = 9): LearningCost {
  const company = benchCompany(variants);
  const funnel = compileCompany(company);
  const model = randomModel(seededRandom(5), company);
  const learning = compileModel(funnel, model);
  const requests = benchRequests(60).map((request) => ({
    ...request,
    answers: {
      ...request.answers,
      selectionValues: migrateAnswers(request.answers.selectionValues, company.steps).values,
    },
  }));
  const learned = requests.map((request) => ({ ...request, learning }));
  const known = learned.map(({ answers, color }) => learning.getTerms(answers, color).options.length);
  const repeats = Math.max(1, Math.round(20_000 / variants));
  const time = (list: typeof requests) => {
    const startedAt = performance.now();
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      for (const request of list) rankVariants(funnel, createProfile(funnel, request), funnel.scope);
    }
    return ((performance.now() - startedAt) * 1_000) / (repeats * list.length);
  };
  const times = Array.from({ length: rounds + 1 }, () => {
    const startedAt = performance.now();
    compileModel(funnel, model);
    return { compileMs: performance.now() - startedAt, offUs: time(requests), onUs: time(learned) };
  }).slice(1);
  const middle = (of: (time: (typeof times)[number]) => number) =>
    times.map(of).sort((a, b) => a - b)[times.length >> 1]!;
  return {
    variants,
    options: known.reduce((sum, count) => sum + count, 0) / known.length,
    offUs: middle(({ offUs }) => offUs),
    onUs: middle(({ onUs }) => onUs),
    compileMs: middle(({ compileMs }) => compileMs),
    bytes: learning.bytes,
  };
}

import { compileModel } from '../../learning/compile-model.js';
import type { LearnedModel } from '../../learning/learned-model.js';
import { type ReplayedAnalysis, type ReplaySide, replayMatches } from '../replay/replay-matches.js';
import { createReplayTally, type ReplayCounts } from '../replay/replay-tally.js';
import { compileCompany, type TestCompany } from './company.js';
import type { Random } from './random.js';
import { randomRequest } from './random-company.js';

/** Replays without pauses, as on 2026-11-21. */
export function replayIn(
  before: TestCompany,
  after: TestCompany,
  analyses: readonly ReplayedAnalysis[],
  model: LearnedModel | null = null,
): ReplayCounts {
  const compileSide = (company: TestCompany): ReplaySide => {
    const funnel = compileCompany(company);
    return { funnel, learning: model && compileModel(funnel, model) };
  };
  const sides = { before: compileSide(before), after: compileSide(after) };
  const tally = createReplayTally(sides);
  for (const _pause of replayMatches(sides, analyses, '2026-11-21', (pair) => tally.add(pair)));
  return tally.counts();
}

/** Stored analyses of a random company, in order `A1`, `A2` … */
export const randomAnalyses = (random: Random, company: TestCompany, count: number): ReplayedAnalysis[] =>
  Array.from({ length: count }, (_, index) => {
    const { answers, color } = randomRequest(random, company);
    return { analysisId: `A${index + 1}`, answers, color, presence: { hasSelfie: false, hasContact: false } };
  });

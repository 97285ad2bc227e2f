import { createProfile } from '../engine/rank/profile.js';
import { rankVariants } from '../engine/rank/rank-variants.js';
import { type ReplayedAnalysis, replayMatches } from '../engine/replay/replay-matches.js';
import { createReplayTally } from '../engine/replay/replay-tally.js';
import { benchCompany, benchRequests } from '../engine/testing/bench-company.js';
import { compileCompany, createRule } from '../engine/testing/company.js';
import type { EngineRow } from './engine.js';

const ANALYSES = 500;

/**
 * Cost of a replay in addition to its matches: one replayed analysis compared with two rankings of it, in CPU time of this
 * process, so that a busy machine does not matter. The median round counts.
 */
export function measureReplay({ rounds = 5 }: { rounds?: number } = {}): EngineRow[] {
  return [200, 2_000].map((size) => {
    const company = benchCompany(size);
    const { funnel } = company;
    const target = { tags: ['texture:rich'], productIds: [], variantIds: [] };
    const rules = [...funnel.matching.rules, createRule({ exclude: target }, { key: 'draft' })];
    const draft = { ...company, funnel: { ...funnel, matching: { ...funnel.matching, rules } } };
    const before = compileCompany(company);
    const after = compileCompany(draft);
    const sides = { before: { funnel: before, learning: null }, after: { funnel: after, learning: null } };
    const requests = benchRequests(ANALYSES);
    const analyses = requests.map(
      ({ answers, color }, index): ReplayedAnalysis => ({
        analysisId: `A${index}`,
        answers,
        color,
        presence: { hasSelfie: false, hasContact: false },
      }),
    );
    const replay = () => {
      const tally = createReplayTally(sides);
      for (const _pause of replayMatches(sides, analyses, '2026-11-21', (pair) => tally.add(pair)));
      if (tally.counts().analyses.changed === 0) throw new Error('The draft changes nothing.');
    };
    const rank = () => {
      for (const side of [before, after]) {
        for (const request of requests) rankVariants(side, createProfile(side, request), side.scope);
      }
    };
    replay();
    rank();
    const replayUs = measureMedian(rounds, replay);
    const rankUs = measureMedian(rounds, rank);
    return {
      id: '',
      figure: `replay of an analysis against two bare rankings, ${size} variants`,
      ratio: replayUs / rankUs,
      note: `${Math.round(1e6 / replayUs).toLocaleString('en')} analyses a second of CPU`,
    };
  });
}

/** Microseconds of CPU an analysis. */
function measureMedian(rounds: number, work: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const startedAt = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / ANALYSES;
  });
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
}

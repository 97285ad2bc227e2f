import { compileFunnel } from '../engine/compile/compile-funnel.js';
import { encodeBody } from '../engine/rank/encode-body.js';
import { createProfile } from '../engine/rank/profile.js';
import { rankVariants } from '../engine/rank/rank-variants.js';
import { benchCompany, benchRequests, withRules } from '../engine/testing/bench-company.js';
import { compileCompany } from '../engine/testing/company.js';
import { threadTimeMs } from '../testing/thread-time.js';
import { type EngineRow, median } from './engine.js';

const SIZES = [200, 2_000, 20_000] as const;
const RULES = [1, 10, 40] as const;
const ANALYSES = 60;
const ROUNDS = 7;
/** What one funnel may cost the thread that matches, milliseconds. Issue "Memory and start". */
const MAX_STALL_MS = 20;

/**
 * How one match, effective answers to the finished body, grows with variants and rules; and what compiling a funnel costs
 * the thread that matches. Processor time; every round measures all cases in turn; medians.
 */
export function measureGrowth(): EngineRow[] {
  const cases = SIZES.flatMap((size) => RULES.map((rules) => prepare(size, rules)));
  for (let round = 0; round <= ROUNDS; round += 1) for (const one of cases) one.measure(round > 0);
  const [base] = cases;
  const rows = cases.map(
    ({ size, rules, us, inForce }): EngineRow => ({
      id: 'growth',
      figure: `${size} variants, ${rules} ${rules === 1 ? 'rule' : 'rules'}: one match, against 200 variants and 1 rule`,
      ratio: median(us) / median(base!.us),
      note: `${median(us).toFixed(1)} µs; ${inForce.toFixed(1)} rules hold`,
    }),
  );
  return [...rows, funnelCost()];
}

function prepare(size: number, rules: number) {
  const funnel = compileCompany(withRules(benchCompany(size), rules));
  const requests = benchRequests(ANALYSES);
  const language = { locale: undefined, companyLanguage: 'en' };
  const { variants } = funnel.assortment;
  const repeats = Math.max(1, Math.round(8_000 / size));
  const us: number[] = [];
  return {
    size,
    rules,
    us,
    inForce: requests.reduce((sum, request) => sum + createProfile(funnel, request).rules.length, 0) / requests.length,
    /** @param counts - false for the round that only warms up. */
    measure(counts: boolean): void {
      const startedAt = threadTimeMs();
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        for (const request of requests) {
          // The ranking behind `matchVariants`, which rejects 20,000 variants in one match.
          const matched = rankVariants(funnel, createProfile(funnel, request), funnel.scope);
          encodeBody(variants, { matched, tabs: null }, language);
        }
      }
      if (counts) us.push(((threadTimeMs() - startedAt) * 1_000) / (repeats * requests.length));
    },
  };
}

/** 20,000 variants, 40 rules, 10 steps: compiled where matches run, once for each version in force. */
function funnelCost(): EngineRow {
  const { steps, sets, funnel } = withRules(benchCompany(20_000), 40);
  const { assortment } = compileCompany({ ...benchCompany(20_000), steps: [] });
  const ten = [...steps, ...steps.slice(0, 2).map((step) => ({ ...step, id: step.id + steps.length }))];
  // Too short for processor time.
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    compileFunnel(assortment, { steps: ten, sets, funnel });
    ms.push(performance.now() - startedAt);
  }
  return {
    id: 'growth',
    figure: `compiling a funnel of 10 steps and 40 rules against 20,000 variants, of ${MAX_STALL_MS} ms`,
    ratio: median(ms) / MAX_STALL_MS,
    must: '≤ 1',
    note: `${median(ms).toFixed(1)} ms, the first time ${ms[0]!.toFixed(1)} ms`,
  };
}

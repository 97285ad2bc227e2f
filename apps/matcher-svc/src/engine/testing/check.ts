import { type CheckOptions, checkFunnel } from '../check/check-funnel.js';
import type { FunnelCheck } from '../check/funnel-check.js';
import { compileCompany, type TestCompany } from './company.js';

/** Checks a company's funnel without pauses, as on 2026-11-21. */
export function checkIn(company: TestCompany, maxPaths?: number, rest: Partial<CheckOptions> = {}): FunnelCheck {
  const options = { date: '2026-11-21', ...(maxPaths === undefined ? {} : { maxPaths }), ...rest };
  const work = checkFunnel(compileCompany(company), options);
  for (;;) {
    const turn = work.next();
    if (turn.done) return turn.value;
  }
}

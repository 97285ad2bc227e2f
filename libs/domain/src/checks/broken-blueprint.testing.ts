import { expect, it } from 'vitest';
import type { Blueprint, FunnelBlueprint } from '../blueprint/blueprint.js';
import { buildBlueprint } from '../blueprint/blueprint.testing.js';
import { checkBlueprint } from './check-blueprint.js';
import type { ExistingCompany } from './existing-company.js';

export type Draft = ReturnType<typeof buildBlueprint>;
export type Broken = [what: string, change: (blueprint: Draft) => void, path: string, message: RegExp];

/** A company that is there and empty. */
export const nothing: ExistingCompany = { handle: 'glow', funnels: [], setKeys: [] };

/** The problems of a good blueprint after this change. */
export function problemsAfter(change: (blueprint: Draft) => void, existing = nothing) {
  const blueprint = buildBlueprint();
  change(blueprint);
  return checkBlueprint(blueprint as Blueprint, existing);
}

/** One cause, one problem, at its own place, and its message says what must change. */
export function itReports(cases: Broken[]) {
  it.each(cases)('%s', (_, change, path, message) => {
    const problems = problemsAfter(change);
    expect(problems).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(problems[0]?.message).toMatch(/\bmust\b/);
  });
}

export function addFunnel(blueprint: { funnels: FunnelBlueprint[] }, funnel: FunnelBlueprint) {
  blueprint.funnels.push(funnel);
}

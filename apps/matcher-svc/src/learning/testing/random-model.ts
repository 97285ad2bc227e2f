import { COLOR_TYPES, SKIN_COLORS, SKIN_UNDERTONES } from '@svc/domain';
import type { TestCompany } from '../../engine/testing/company.js';
import type { Random } from '../../engine/testing/random.js';
import { buildModel } from '../build-model.js';
import type { DayStats, VariantStats } from '../day-stats.js';
import type { LearnedModel } from '../learned-model.js';
import { byCodeUnit } from '../option-tokens.js';
import { createDay, requireModel } from './models.js';

/** A model of a random company's funnel: some options have too few analyses, some variants are not in the catalog. */
export function randomModel(random: Random, company: TestCompany): LearnedModel {
  const { variants } = company.snapshot;
  const ids = [...variants.map(({ id }) => id).filter(() => random.chance(0.7)), 'gone', '__proto__'];
  const stats = (): VariantStats => ({ b: random.below(200) / 4, k: random.below(60) });
  const someStats = () => Object.fromEntries(ids.filter(() => random.chance(0.6)).map((id) => [id, stats()]));
  const tokens = listTokens(company).filter(() => random.chance(0.7));
  const day: DayStats = createDay({
    sessions: 500,
    impressions: 5_000,
    options: Object.fromEntries(tokens.map((token) => [token, random.chance(0.8) ? 30 + random.below(200) : 29])),
    variants: { ...Object.fromEntries(ids.map((id) => [id, stats()])), seen: { b: 100, k: 40 } },
    pairs: Object.fromEntries(tokens.map((token) => [token, someStats()])),
  });
  return requireModel(buildModel([{ day: '2026-11-21', stats: day }], company.steps));
}

function listTokens({ steps }: TestCompany): string[] {
  const tokens = new Set<string>();
  for (const { id, type, selections } of steps) {
    for (const { key } of selections) tokens.add(type === 'AGE' ? `f:ageRange:${key}` : `s:${id}:${key.toLowerCase()}`);
  }
  for (const depth of SKIN_COLORS) {
    tokens.add(`x:${depth}`);
    for (const undertone of SKIN_UNDERTONES) tokens.add(`x:${depth}/${undertone}`);
  }
  for (const undertone of SKIN_UNDERTONES) tokens.add(`f:skinUndertone:${undertone}`);
  for (const type of [...COLOR_TYPES, 'MUTED', 'VIVID']) tokens.add(`c:${type}`);
  return [...tokens].sort(byCodeUnit);
}

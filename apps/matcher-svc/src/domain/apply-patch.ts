import type { FunnelMatching, MatchingConfig, MatchingConfigPatch } from '@svc/domain';
import { canonicalJson } from '@svc/kit';
import { funnelIn } from './company-data.js';

const FUNNEL_KEYS = ['assortment', 'matching', 'resultPage'] as const satisfies (keyof FunnelMatching)[];

/** Applies a patch to a configuration: a given key replaces the current value, an absent one keeps it. */
export function applyPatch(config: MatchingConfig, patch: MatchingConfigPatch): MatchingConfig {
  const funnels = { ...config.funnels };
  for (const [funnelId, given] of Object.entries(patch.funnels ?? {})) {
    const before = funnelIn(config, funnelId);
    funnels[funnelId] = {
      assortment: given.assortment ?? before.assortment,
      matching: given.matching ?? before.matching,
      resultPage: given.resultPage ?? before.resultPage,
    };
  }
  return { tagging: patch.tagging ?? config.tagging, sets: patch.sets ?? config.sets, funnels };
}

/** Keys of the patch that differ from the current configuration: `tagging`, `sets`, `funnels/{funnelId}/matching` … */
export function changedKeys(config: MatchingConfig, patch: MatchingConfigPatch): string[] {
  const changed: string[] = [];
  if (patch.tagging && differ(patch.tagging, config.tagging)) changed.push('tagging');
  if (patch.sets && differ(patch.sets, config.sets)) changed.push('sets');
  for (const [funnelId, given] of Object.entries(patch.funnels ?? {})) {
    const before = funnelIn(config, funnelId);
    for (const key of FUNNEL_KEYS) {
      if (given[key] && differ(given[key], before[key])) changed.push(`funnels/${funnelId}/${key}`);
    }
  }
  return changed;
}

const differ = (a: unknown, b: unknown): boolean => canonicalJson(a) !== canonicalJson(b);

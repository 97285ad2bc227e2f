import {
  applyTaggingOperations,
  type ChangedTagging,
  FUNNEL_MATCHING_PARTS,
  funnelIn,
  type MatchingConfig,
  type MatchingConfigPatch,
} from '@svc/domain';
import { canonicalJson } from '@svc/kit';

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
  return { tagging: changeTagging(config, patch).tagging, sets: patch.sets ?? config.sets, funnels };
}

/** What the operations of a patch do to its tagging, or to the one in force. */
export const changeTagging = (config: MatchingConfig, patch: MatchingConfigPatch): ChangedTagging =>
  applyTaggingOperations(patch.tagging ?? config.tagging, patch.taggingOperations ?? []);

/** Keys of the patch that differ from the current configuration: `tagging`, `sets`, `funnels/{funnelId}/matching` … */
export function changedKeys(config: MatchingConfig, patch: MatchingConfigPatch): string[] {
  const changed: string[] = [];
  const operated = changeTagging(config, patch);
  if (patch.tagging ? differ(operated.tagging, config.tagging) : operated.changed) changed.push('tagging');
  if (patch.sets && differ(patch.sets, config.sets)) changed.push('sets');
  for (const [funnelId, given] of Object.entries(patch.funnels ?? {})) {
    const before = funnelIn(config, funnelId);
    for (const key of FUNNEL_MATCHING_PARTS) {
      if (given[key] && differ(given[key], before[key])) changed.push(`funnels/${funnelId}/${key}`);
    }
  }
  return changed;
}

const differ = (a: unknown, b: unknown): boolean => canonicalJson(a) !== canonicalJson(b);

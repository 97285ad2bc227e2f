import type { FunnelMatching, FunnelTest, FunnelTestArm, MatchingArm } from '@svc/domain';
import { assignArm } from '@svc/kit';

/** The arm of an analysis, and its settings. */
export interface AssignedSettings {
  experimentId: string;
  /** Key of the arm. */
  arm: string;
  /** Key of the arm whose settings these are: during the dry check the first one. */
  settingsOf: string;
  /** Undefined: those in force. */
  settings: MatchingArm | undefined;
}

/** The arm of a unit in the running test of matching; during the dry check with the settings of the first arm. */
export function assignSettings({ id, salt, arms, countsFrom }: FunnelTest, unit: string, now: Date): AssignedSettings {
  const weights = arms.map(({ weight }) => weight);
  const arm = arms[assignArm(salt, unit, weights)] as FunnelTestArm;
  const shown = now < new Date(countsFrom) ? (arms[0] as FunnelTestArm) : arm;
  return { experimentId: id, arm: arm.key, settingsOf: shown.key, settings: shown.settings };
}

/** Settings of a funnel with what an arm replaces; its tags are in the assortment. */
export function mergeSettings(
  current: FunnelMatching,
  { learning, tagging: _, ...parts }: MatchingArm,
): FunnelMatching {
  const merged = { ...current, ...parts };
  if (learning === undefined) return merged;
  return { ...merged, matching: { ...merged.matching, ai: { ...merged.matching.ai, enabled: learning } } };
}

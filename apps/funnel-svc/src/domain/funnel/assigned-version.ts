import type { FunnelTest, FunnelTestArm } from '@svc/domain';
import { assignArm } from '@svc/kit';

/** What a test assigned to a unit. */
export interface Assignment {
  arm: string;
  versionId: string;
}

/** The arm of a unit, and its version; during the dry check that of the first arm. Undefined: the arm has none. */
export function assignVersion({ salt, arms, countsFrom }: FunnelTest, unit: string, now: Date): Assignment | undefined {
  const weights = arms.map(({ weight }) => weight);
  const arm = arms[assignArm(salt, unit, weights)] as FunnelTestArm;
  const shown = now < new Date(countsFrom) ? arms[0] : arm;
  return shown?.versionId === undefined ? undefined : { arm: arm.key, versionId: shown.versionId };
}

/** Whether a test, running or ended, assigns this version. */
export const isAssigned = (
  test: FunnelTest | undefined,
  experimentId: string | undefined,
  versionId: string,
): boolean => test !== undefined && test.id === experimentId && test.arms.some((arm) => arm.versionId === versionId);

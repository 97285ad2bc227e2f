import type { Check, Replay } from '../../../shared/check/queries.js';

/** Why a version cannot be published yet. */
export type Obstacle = 'NO_CHANGE' | 'PROBLEMS' | 'CHECKING' | 'DEAD_ENDS' | 'REPLAYING' | 'NEWLY_EMPTY';

export interface ReleaseState {
  changes: number;
  /** Why an edit cannot be published. */
  problems: number;
  /** Undefined while it runs; null: there is none for this version, or it cannot be made at the moment. */
  check: Check | null | undefined;
  replay: Replay | null | undefined;
  /** The user publishes although answers lead to no product. */
  acceptsDeadEnds: boolean;
  /** The user has read that shoppers would see an empty list. */
  acceptsEmpty: boolean;
}

/** What is missing before a version may be published, in the order of the screen. docs/dashboard.md Y14. */
export function findObstacles({
  changes,
  problems,
  check,
  replay,
  acceptsDeadEnds,
  acceptsEmpty,
}: ReleaseState): Obstacle[] {
  const obstacles: Obstacle[] = [];
  if (changes === 0) obstacles.push('NO_CHANGE');
  if (problems > 0) return [...obstacles, 'PROBLEMS'];
  if (check === undefined) obstacles.push('CHECKING');
  if (isForced(check) && !acceptsDeadEnds) obstacles.push('DEAD_ENDS');
  if (replay === undefined) obstacles.push('REPLAYING');
  if ((replay?.analyses.newlyEmpty ?? 0) > 0 && !acceptsEmpty) obstacles.push('NEWLY_EMPTY');
  return obstacles;
}

/** The service refuses to publish without `force`. */
export const isForced = (check: Check | null | undefined): boolean => (check?.blockingDeadEnds ?? 0) > 0;

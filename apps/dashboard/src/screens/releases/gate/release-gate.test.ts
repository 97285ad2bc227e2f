import { describe, expect, it } from 'vitest';
import type { Check, Replay } from '../../../shared/check/queries.js';
import { findObstacles, isForced } from './release-gate.js';

const check = (blockingDeadEnds: number) => ({ blockingDeadEnds }) as Check;
const replay = (newlyEmpty: number) => ({ analyses: { newlyEmpty } }) as Replay;
const ready = {
  changes: 1,
  problems: 0,
  check: check(0),
  replay: replay(0),
  acceptsDeadEnds: false,
  acceptsEmpty: false,
};

describe('what must be seen before a version is published (docs/dashboard.md Y14)', () => {
  it('nothing is missing after a check and a replay without findings', () => {
    expect(findObstacles(ready)).toEqual([]);
  });

  it('nothing is published while check or replay run, or without a change', () => {
    expect(findObstacles({ ...ready, changes: 0, check: undefined, replay: undefined })).toEqual([
      'NO_CHANGE',
      'CHECKING',
      'REPLAYING',
    ]);
  });

  it('an edit with problems cannot be published, and is neither checked nor replayed', () => {
    expect(findObstacles({ ...ready, problems: 2, check: undefined, replay: undefined })).toEqual(['PROBLEMS']);
  });

  it('dead ends and newly empty lists must be accepted, each by itself', () => {
    const found = { ...ready, check: check(2), replay: replay(1) };
    expect(findObstacles(found)).toEqual(['DEAD_ENDS', 'NEWLY_EMPTY']);
    expect(findObstacles({ ...found, acceptsDeadEnds: true })).toEqual(['NEWLY_EMPTY']);
    expect(findObstacles({ ...found, acceptsEmpty: true })).toEqual(['DEAD_ENDS']);
    expect(findObstacles({ ...found, acceptsDeadEnds: true, acceptsEmpty: true })).toEqual([]);
    expect([isForced(check(2)), isForced(check(0)), isForced(null)]).toEqual([true, false, false]);
  });

  it('a version without a check or a replay can be published: an earlier one is not checked again', () => {
    expect(findObstacles({ ...ready, check: null, replay: null })).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { findVersion, type HistoricVersion, listPublishedAfter } from './version-history.js';

const version = (number: number, state: HistoricVersion['state'], publishedAt: number | null): HistoricVersion => ({
  id: `v${number}-${state}`,
  number,
  state,
  publishedAt: publishedAt === null ? null : new Date(publishedAt),
});

describe('the version that a request names (docs/releases.md "Rollback")', () => {
  it('by a number that replaced drafts have too is the published one', () => {
    const versions = [version(3, 'DISCARDED', null), version(3, 'SUPERSEDED', 3), version(2, 'DISCARDED', null)];
    expect(findVersion(versions, { number: 3 }).id).toBe('v3-SUPERSEDED');
    expect(findVersion(versions, { number: 2 }).id).toBe('v2-DISCARDED');
    expect(findVersion(versions, { id: 'v3-DISCARDED' }).state).toBe('DISCARDED');
  });

  it('is VERSION_NOT_FOUND with the newest ten published numbers, or with the fact that none is', () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      version(12 - at, at === 0 ? 'PUBLISHED' : 'SUPERSEDED', 12 - at),
    );
    expect(() => findVersion(many, { number: 13 })).toThrow(
      'The funnel has no such version; published were 12, 11, 10, 9, 8, 7, 6, 5, 4, 3 ….',
    );
    expect(() => findVersion([version(1, 'DRAFT', null)], { id: 'x' })).toThrow('none was published yet');
  });
});

describe('versions published after a version', () => {
  it('are the published ones, oldest first, whatever order they were made in', () => {
    const target = version(1, 'SUPERSEDED', 10);
    const versions = [
      version(4, 'DRAFT', null),
      version(3, 'PUBLISHED', 30),
      version(2, 'SUPERSEDED', 20),
      target,
      version(5, 'SUPERSEDED', 5),
    ];
    expect(listPublishedAfter(versions, target).map(({ number }) => number)).toEqual([2, 3]);
  });

  it('are at most the newest 100', () => {
    const versions = Array.from({ length: 150 }, (_, at) => version(150 - at, 'SUPERSEDED', 150 - at));
    const after = listPublishedAfter(versions, version(0, 'SUPERSEDED', 0));
    expect([after.length, after[0]?.number, after.at(-1)?.number]).toEqual([100, 51, 150]);
  });
});

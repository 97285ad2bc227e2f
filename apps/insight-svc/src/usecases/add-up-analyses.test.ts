import { sha256 } from '@svc/kit';
import { testDatabase } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProgress } from '../db/sum-progress.js';
import type { AnalysisFact } from '../domain/facts/analysis-fact.js';
import { migrationsDirectory, TestClock } from '../testing/test-service.testing.js';
import { addUpAnalyses, type RestingDays } from './add-up-analyses.js';
import { followEvents, followFacts } from './follow-analyses.js';

// A database alone: a service on it would add up by itself every few seconds.
let test: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  test = await testDatabase({ schema: 'insight', migrationsDirectory });
});
afterAll(() => test.drop());

const signal = new AbortController().signal;
const fact = (id: string, createdAt: string): AnalysisFact => ({
  ...{ analysisHash: sha256(id), companyId: 'company-1', funnelId: 'funnel-1', versionId: 'version-1' },
  ...{ source: '', locale: 'en', createdAt: new Date(createdAt), steps: [], askedContact: [], givenContact: [] },
  ...{ isRetake: null, experimentId: null },
});

describe('adding up analyses (docs/insight.md N21)', () => {
  it('lets a day rest after it was added up, and says until when the sums are complete (N21.6)', async () => {
    const clock = new TestClock();
    const deps = { db: test.database.knex, clock };
    const resting: RestingDays = new Map();
    const addUp = addUpAnalyses({ ...deps, resting });
    const followChanges = async (...items: AnalysisFact[]) => {
      await followFacts({ ...deps, list: async (cursor) => ({ items, cursor: `${cursor}.`, isLast: true }) })(signal);
      await followEvents({ ...deps, list: async (cursor) => ({ items: [], cursor, isLast: true }) })(signal);
    };
    const countAnalyses = async () => {
      const days = await test.owner('analysis_days').select('analyses');
      return days.reduce((sum, { analyses }) => sum + Number(analyses), 0);
    };
    const readCompleteUntil = () => loadProgress(test.database.knex, 'analyses');
    const first = '2026-03-02T12:00:00Z';
    clock.set(first);
    await followChanges(fact('a', '2026-03-01T10:00:00Z'), fact('later', '2026-03-02T10:00:00Z'));
    await addUp(signal);
    expect([...resting.keys()]).toEqual(['company-1 2026-03-01', 'company-1 2026-03-02']);
    expect(await readCompleteUntil()).toEqual(new Date(first));

    const rest = resting.get('company-1 2026-03-01');
    resting.set('company-1 2026-03-01', { completeUntil: rest?.completeUntil, untilMs: Number.POSITIVE_INFINITY });
    resting.delete('company-1 2026-03-02');
    clock.set('2026-03-02T12:01:00Z');
    await followChanges(fact('b', '2026-03-01T10:00:00Z'), fact('last', '2026-03-02T11:00:00Z'));
    await addUp(signal);
    expect(await countAnalyses()).toBe(3);
    expect(await readCompleteUntil()).toEqual(new Date(first));

    resting.set('company-1 2026-03-01', { completeUntil: rest?.completeUntil, untilMs: performance.now() });
    await addUp(signal);
    expect(await countAnalyses()).toBe(4);
    expect(await readCompleteUntil()).toEqual(new Date('2026-03-02T12:01:00Z'));
  });
});

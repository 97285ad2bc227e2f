import { DEFAULT_MATCHING, type ReplayDraft } from '@svc/domain';
import { createClient, json } from '@svc/kit';
import { LearningServiceClient, ReplayedPart, ReplayedTabState } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { writeLearningDay } from '../db/learning-days.js';
import { createRule, createStep } from '../engine/testing/company.js';
import { createDay } from '../learning/testing/models.js';
import { afterPull, eventually, givePeers } from '../testing/matcher.js';
import { releaseClient, toItem } from '../testing/release-client.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();
let release: ReturnType<typeof releaseClient> | undefined;
afterEach(() => release?.close());

async function start() {
  const matcher = await matchers.startIdle({ clock: { now: () => new Date('2026-11-21T23:59:59Z') } });
  release = releaseClient(matcher.address);
  return { matcher, release, company: matchers.company };
}

const withoutTag = (tag: string): ReplayDraft => ({
  matching: {
    ...DEFAULT_MATCHING,
    rules: [createRule({ exclude: { tags: [tag], productIds: [], variantIds: [] } })],
  },
});

describe('ReplayMatches', () => {
  it('reports what a draft of the settings would change, and changes nothing', async () => {
    const { matcher, release, company } = await start();
    await matcher.apply(company, 1, excluding(company, 'c'));
    const before = await matcher.match(company);
    const report = await release.replay(company, withoutTag('t:1'), [[toItem(company, 'A1')], [toItem(company, 'A2')]]);
    expect(report).toEqual({
      date: '2026-11-21',
      versions: {
        funnelId: `${company}-funnel`,
        funnelVersion: { id: `${company}-v1`, number: 1 },
        configVersion: 1,
        catalogVersion: 1,
      },
      draft: { parts: [ReplayedPart.REPLAYED_PART_MATCHING] },
      analyses: {
        asked: 2,
        replayed: 2,
        changed: 2,
        share: 1,
        membershipChanged: 2,
        orderChanged: 0,
        newlyEmpty: 0,
        noLongerEmpty: 0,
      },
      variants: {
        gained: { total: 1, first: [{ variantId: 'c', analyses: 2 }] },
        lost: { total: 1, first: [{ variantId: 'a', analyses: 2 }] },
      },
      top: { places: 10, changed: 2, churn: 0.5 },
      exceeding: { limit: 2000, before: 0, after: 0 },
      examples: ['A1', 'A2'].map((analysisId) => ({
        analysisId,
        before: 2,
        after: 2,
        gained: { total: 1, first: ['c'] },
        lost: { total: 1, first: ['a'] },
      })),
    });
    expect(await matcher.match(company)).toEqual(before);
    expect((await release.versions(company)).versions).toHaveLength(1);
  });

  it('replays a tagging: the catalog is compiled with it, in addition to the current one', async () => {
    const { matcher, release, company } = await start();
    await matcher.apply(company, 1, { funnels: { [`${company}-funnel`]: withoutTag('t:1') as { matching: never } } });
    const tagging = { products: { 'P-b': ['t:1'] }, variants: {} };
    const { analyses, variants, draft } = await release.replay(company, { tagging }, [[toItem(company, 'A1')]]);
    expect([analyses?.changed, variants?.lost?.first[0]?.variantId, draft?.parts]).toEqual([
      1,
      'b',
      [ReplayedPart.REPLAYED_PART_TAGGING],
    ]);
    expect((await matcher.match(company)).matchedVariants).toEqual(['b', 'c']);
  });

  it('replays operations on the tagging in force, as changing it would store them', async () => {
    const { matcher, release, company } = await start();
    const tagging = { products: { 'P-b': ['t:1'] }, variants: {} };
    const funnels = { [`${company}-funnel`]: withoutTag('t:1') as { matching: never } };
    await matcher.apply(company, 1, { funnels, tagging });
    expect((await matcher.match(company)).matchedVariants).toEqual(['c']);
    const taggingOperations = [
      { kind: 'product' as const, id: 'P-b', add: [], remove: ['t:1'] },
      { kind: 'variant' as const, id: 'c', add: ['t:1'], remove: [] },
    ];
    const report = await release.replay(company, { taggingOperations }, [[toItem(company, 'A1')]]);
    expect(report.draft?.parts).toEqual([ReplayedPart.REPLAYED_PART_TAGGING]);
    expect(report.variants).toEqual({
      gained: { total: 1, first: [{ variantId: 'b', analyses: 1 }] },
      lost: { total: 1, first: [{ variantId: 'c', analyses: 1 }] },
    });
    expect((await matcher.match(company)).matchedVariants).toEqual(['c']);
  });

  it('replays steps, sets, assortment and result page, each alone', async () => {
    const { release, company } = await start();
    const answers = { selectionValues: [{ stepId: 1, selectedKey: 'x' }] };
    const tab = { key: 'ONE', name: { en: 'One' }, description: null, maxItemsToShow: null, enabled: true };
    const drafts: ReplayDraft[] = [
      { steps: [createStep(1, { x: { avoid: ['t:1'] } })], version: { id: 'draft', number: 2 } },
      { sets: [{ key: 's', name: {}, variantId: 'c', variants: [{ id: 'a', quantity: 1 }], lift: 'all' }] },
      { assortment: { tags: ['t:2'], productIds: [] } },
      { resultPage: { enabled: true, tabs: [{ ...tab, select: { tags: ['t:1'], productIds: [], sets: [] } }] } },
    ];
    const reports = [];
    for (const draft of drafts) reports.push(await release.replay(company, draft, [[toItem(company, 'A1', answers)]]));
    expect(reports.map(({ examples: [one], tabs }) => [one?.lost?.first, one?.after, tabs?.tabs[0]?.state])).toEqual([
      [['a'], 2, undefined],
      [[], 3, undefined],
      [['a', 'c'], 1, undefined],
      [undefined, undefined, ReplayedTabState.REPLAYED_TAB_STATE_ADDED],
    ]);
    expect(reports[0]?.draft).toEqual({
      parts: [ReplayedPart.REPLAYED_PART_STEPS],
      funnelVersion: { id: 'draft', number: 2 },
    });
    expect(reports[1]?.analyses).toMatchObject({ changed: 1, orderChanged: 1 });
  });

  it('Funnel AI: the model in force orders every side that has it on, and the report names it', async () => {
    const { matcher, release, company } = await start();
    const key = { companyId: company, funnelId: `${company}-funnel` };
    const steps = [createStep(1, { dry: {} })];
    givePeers(matchers.peers, company, { number: 2, steps });
    const all = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { b: 100, k: id === 'c' ? 100 : 0 }]));
    const stats = createDay({
      sessions: 100,
      impressions: 300,
      options: { 's:1:dry': 100 },
      variants: all,
      pairs: { 's:1:dry': all },
    });
    const { owner: db } = matchers.database;
    await db.transaction((trx) => writeLearningDay(trx, { ...key, day: '2026-11-21' }, stats));
    const learning = createClient(LearningServiceClient, matcher.address, { timeoutMs: 20_000, retry: [] });
    await learning.buildModel(key);
    learning.close();
    const items = [[toItem(company, 'A1', { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] })]];
    const on = { matching: { ...DEFAULT_MATCHING, ai: { enabled: true } } };

    const switchedOn = await release.replay(company, on, items);
    expect(switchedOn.versions?.model).toBe('1');
    expect(switchedOn.analyses).toMatchObject({ changed: 1, membershipChanged: 0, orderChanged: 1 });
    expect((await release.replay(company, withoutTag('t:1'), items)).versions?.model).toBeUndefined();

    await matcher.apply(company, 1, { funnels: { [key.funnelId]: on } });
    const both = await release.replay(company, { ...on, steps }, items);
    expect([both.versions?.model, both.analyses?.changed]).toEqual(['1', 0]);
  });

  it('without analyses the report is empty', async () => {
    const { release, company } = await start();
    const report = await release.replay(company, withoutTag('t:1'), []);
    expect(report.analyses).toMatchObject({ replayed: 0, changed: 0, share: 0 });
    expect(report.top?.churn).toBe(0);
  });

  it('an analysis of another company or funnel is refused', async () => {
    const { release, company } = await start();
    const foreign = toItem(company, 'A1');
    foreign.input!.companyId = 'other';
    const elsewhere = toItem(company, 'A1');
    elsewhere.input!.funnelId = 'other';
    for (const item of [foreign, elsewhere, { analysisId: 'A1' }]) {
      await expect(release.replay(company, withoutTag('t:1'), [[item]])).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
    }
  });

  it('more than 2,000 analyses are refused; 2,000 with large answers in many messages are replayed', async () => {
    const { release, company } = await start();
    const rows = Array.from({ length: 150 }, (_, index) => ({ stepId: index, selectedKey: 'x'.repeat(100) }));
    const items = Array.from({ length: 2_000 }, (_, index) => toItem(company, `A${index}`, { selectionValues: rows }));
    const batches = Array.from({ length: 100 }, (_, index) => items.slice(index * 20, index * 20 + 20));
    expect(json.encode(items[0]!.input).length * 2_000).toBeGreaterThan(32 * 1024 * 1024);
    expect((await release.replay(company, withoutTag('t:1'), batches)).analyses?.replayed).toBe(2_000);
    await expect(
      release.replay(company, withoutTag('t:1'), [...batches, [toItem(company, 'more')]]),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('a funnel that is not there is NOT_FOUND; one without a published version FUNNEL_NOT_PUBLISHED', async () => {
    const { peers } = matchers;
    const states = peers.states.get(matchers.company)!;
    // Before the start: from then on the matcher may have copied it.
    peers.states.set(matchers.company, { ...states, funnels: [{ ...states.funnels[0]!, publishedVersionId: null }] });
    const { release, company } = await start();
    await expect(release.replay(company, withoutTag('t:1'), [])).rejects.toMatchObject({
      code: 'FUNNEL_NOT_PUBLISHED',
    });
    peers.states.set(company, { ...states, version: 2, funnels: [{ ...states.funnels[0]!, archived: true }] });
    await afterPull(() =>
      expect(release.replay(company, withoutTag('t:1'), [])).rejects.toMatchObject({ code: 'NOT_FOUND' }),
    );
  });

  it('compares with the version that is published now, even before a follower has pulled it', async () => {
    const { release, company } = await start();
    const { peers } = matchers;
    await release.replay(company, withoutTag('t:1'), []);
    givePeers(peers, company, { number: 2 });
    peers.states.set(company, { ...peers.states.get(company)!, version: 2 });
    await afterPull(async () => {
      const { versions } = await release.replay(company, withoutTag('t:1'), []);
      expect(versions?.funnelVersion?.number).toBe(2);
    });
  });

  it('two replays run concurrently; a third waits until one of them ends, and is UNAVAILABLE with Retry-After if none does (docs/releases.md "Replay before release")', async () => {
    const { release, company } = await start();
    const aborts = [new AbortController(), new AbortController()];
    const hanging = aborts.map(({ signal }) => {
      const stream = async function* () {
        const start = {
          companyId: company,
          funnelId: `${company}-funnel`,
          draftJson: json.encode(withoutTag('t:1')),
          asked: 1,
        };
        yield { part: { $case: 'start' as const, value: start } };
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      };
      const hang = async (): Promise<string> => {
        await release.client.replayMatches(stream(), { signal, timeoutMs: 60_000 }).catch(() => {});
        return 'stopped';
      };
      return hang();
    });
    const replayNothing = () => release.replay(company, withoutTag('t:1'), []);
    await eventually(() => expect(replayNothing()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 5 }));
    const third = replayNothing();
    aborts[0]!.abort();
    expect((await third).analyses?.replayed).toBe(0);
    aborts[1]!.abort();
    expect(await Promise.all(hanging)).toEqual(['stopped', 'stopped']);
  });

  it('a stream that does not begin with what is replayed is INVALID_REQUEST', async () => {
    const { release } = await start();
    const nothing = async function* () {};
    await expect(release.client.replayMatches(nothing())).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

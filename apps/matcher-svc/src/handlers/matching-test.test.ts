import { DEFAULT_MATCHING, type FunnelTest } from '@svc/domain';
import { assignArm, sha256 } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { createRule, createStep } from '../engine/testing/company.js';
import { givePeers } from '../testing/matcher.js';
import { useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

const PAST = '2026-01-01T00:00:00.000Z';
const toUnit = (id: string) => sha256(id).toString('hex');
const units = Array.from({ length: 12 }, (_, index) => toUnit(`analysis-${index}`));
const armOf = (unit: string) => ['A', 'B'][assignArm('salt', unit, [1, 1])] as string;

/** A test whose second arm excludes variant a. */
const createTest = (more: Partial<FunnelTest> = {}): FunnelTest => ({
  ...{ id: 'test-1', kind: 'MATCHING', salt: 'salt', countsFrom: PAST },
  arms: [
    { key: 'A', weight: 1 },
    {
      ...{ key: 'B', weight: 1 },
      settings: {
        matching: {
          ...DEFAULT_MATCHING,
          rules: [createRule({ exclude: { tags: ['t:1'], productIds: [], variantIds: [] } })],
        },
      },
    },
  ],
  ...more,
});

function giveTest(test: FunnelTest | undefined, testedVersionIds: string[] = []): void {
  const { peers, company } = matchers;
  const states = peers.states.get(company)!;
  const [funnel] = states.funnels;
  const running = { ...(test ? { matchingTest: test } : {}), testedVersionIds };
  peers.states.set(company, { ...states, version: states.version + 1, funnels: [{ ...funnel!, ...running }] });
}

describe('a running test of matching (docs/insight.md N13.11)', () => {
  it('gives each analysis the list of its arm, the same on every replica; states differ by arm', async () => {
    const { company, start } = matchers;
    giveTest(createTest());
    const [one, other] = [await start(), await start()];
    const states = new Map<string, Set<string>>([
      ['A', new Set()],
      ['B', new Set()],
    ]);
    for (const unit of units) {
      const { state, ...list } = await one.match(company, { unit });
      expect(list.matchedVariants).toEqual(armOf(unit) === 'A' ? ['a', 'b', 'c'] : ['b', 'c']);
      expect(await other.match(company, { unit })).toEqual({ ...list, state });
      expect(await one.state(company, { unit })).toBe(state);
      states.get(armOf(unit))?.add(state);
    }
    const [a, b] = [...states.values()].map((found) => [...found]);
    expect([a?.length, b?.length, a?.[0] === b?.[0]]).toEqual([1, 1, false]);
    // An arm with the settings in force has the validators that there were before.
    expect((await one.match(company)).state).toBe(a?.[0]);
  });

  it('previews, analyses without a unit, and the dry check have the settings in force', async () => {
    const { company, start } = matchers;
    const inB = units.find((unit) => armOf(unit) === 'B') as string;
    giveTest(createTest({ countsFrom: '2999-01-01T00:00:00.000Z' }));
    const matcher = await start();
    expect((await matcher.match(company, { unit: inB })).matchedVariants).toEqual(['a', 'b', 'c']);
    expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
    expect((await matcher.match(company, { unit: inB, isPreview: true })).matchedVariants).toEqual(['a', 'b', 'c']);
  });

  it('the explanation names the test and the arm', async () => {
    const { company, start } = matchers;
    giveTest(createTest());
    const matcher = await start();
    const inB = units.find((unit) => armOf(unit) === 'B') as string;
    const explanation = await matcher.explain(company, ['a'], { unit: inB });
    expect(explanation.versions?.experiment).toEqual({ experimentId: 'test-1', arm: 'B' });
    expect(explanation.variants[0]?.position).toBeUndefined();
    expect((await matcher.explain(company, ['a'])).versions?.experiment).toBeUndefined();
  });

  it('analyses of a version under test are matched with this version, not with the published one', async () => {
    const { company, peers, start } = matchers;
    const steps = [createStep(1, { dry: { require: ['t:1'] }, oily: { require: ['t:2'] } }, { strict: true })];
    givePeers(peers, company, { number: 2, steps });
    const draft = peers.versions.get(`${company}-v2`)!;
    givePeers(peers, company, { number: 3, steps: [] });
    peers.versions.set(draft.id, draft);
    giveTest(undefined, [draft.id]);
    const matcher = await start();
    const answers = { selectionValues: [{ stepId: 1, selectedKey: 'oily' }] };
    expect((await matcher.match(company, { versionId: draft.id, answers })).matchedVariants).toEqual(['b']);
    expect((await matcher.match(company, { versionId: `${company}-v3`, answers })).matchedVariants).toEqual([
      ...['a', 'b', 'c'],
    ]);
  });
});

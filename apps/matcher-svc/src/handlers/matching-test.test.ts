import { DEFAULT_MATCHING, type FunnelTest } from '@svc/domain';
import { assignArm, sha256 } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { createRule, createStep } from '../engine/testing/company.js';
import { createCatalog, givePeers } from '../testing/matcher.js';
import { useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

const PAST = '2026-01-01T00:00:00.000Z';
const toUnit = (id: string) => sha256(id).toString('hex');
const units = Array.from({ length: 12 }, (_, index) => toUnit(`analysis-${index}`));
const getArm = (unit: string) => ['A', 'B'][assignArm('salt', unit, [1, 1])] as string;

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
      expect(list.matchedVariants).toEqual(getArm(unit) === 'A' ? ['a', 'b', 'c'] : ['b', 'c']);
      expect(await other.match(company, { unit })).toEqual({ ...list, state });
      expect(await one.state(company, { unit })).toBe(state);
      states.get(getArm(unit))?.add(state);
    }
    const [a, b] = [...states.values()].map((found) => [...found]);
    expect([a?.length, b?.length, a?.[0] === b?.[0]]).toEqual([1, 1, false]);
    // An arm with the settings in force has the validators that there were before.
    expect((await one.match(company)).state).toBe(a?.[0]);
  });

  it('previews, analyses without a unit, and the dry check have the settings in force', async () => {
    const { company, start } = matchers;
    const inB = units.find((unit) => getArm(unit) === 'B') as string;
    giveTest(createTest({ countsFrom: '2999-01-01T00:00:00.000Z' }));
    const matcher = await start();
    expect((await matcher.match(company, { unit: inB })).matchedVariants).toEqual(['a', 'b', 'c']);
    expect((await matcher.match(company)).matchedVariants).toEqual(['a', 'b', 'c']);
    expect((await matcher.match(company, { unit: inB, isPreview: true })).matchedVariants).toEqual(['a', 'b', 'c']);
  });

  /** A test whose second arm gives variant c the tag of a, and takes it from a. */
  const createTagTest = (more: Partial<FunnelTest> = {}) =>
    createTest({
      arms: [
        { key: 'A', weight: 1 },
        {
          ...{ key: 'B', weight: 1 },
          settings: {
            tagging: [
              { kind: 'variant', id: 'c', add: ['t:x'], remove: [] },
              { kind: 'variant', id: 'b', add: [], remove: ['t:own'] },
            ],
          },
        },
      ],
      ...more,
    });
  const onlyTagged = {
    matching: {
      ...DEFAULT_MATCHING,
      rules: [createRule({ exclude: { tags: ['t:x', 't:own'], productIds: [], variantIds: [] } })],
    },
  };

  it('matches with the tags of its arm, of the same catalog; a new catalog or tagging has them too (N13.15)', async () => {
    const { company, peers, start } = matchers;
    const [inA, inB] = ['A', 'B'].map((key) => units.find((unit) => getArm(unit) === key) as string) as [
      string,
      string,
    ];
    giveTest(createTagTest());
    const matcher = await start();
    const own = (products: string[]) => ({
      products: {},
      variants: Object.fromEntries(products.map((id) => [id, ['t:own']])),
    });
    await matcher.apply(company, 1, { tagging: own(['b']), funnels: { [`${company}-funnel`]: onlyTagged } });
    const lists = async () => {
      const [a, b] = [await matcher.match(company, { unit: inA }), await matcher.match(company, { unit: inB })];
      expect(a.state).not.toBe(b.state);
      return [a.matchedVariants, b.matchedVariants];
    };
    expect(await lists()).toEqual([
      ['a', 'c'],
      ['a', 'b'],
    ]);
    peers.catalogs.set(company, createCatalog(2, { a: ['t:1'], b: ['t:2'], c: [], d: [] }));
    await expect.poll(lists).toEqual([
      ['a', 'c', 'd'],
      ['a', 'b', 'd'],
    ]);
    givePeers(peers, company, { number: 9 });
    await expect
      .poll(async () => (await matcher.match(company, { unit: inB })).matchedVariants)
      .toEqual(['a', 'c', 'd']);
  });

  it('after the dry check an arm has its own settings, also where the first arm has some', async () => {
    const { company, start } = matchers;
    const inB = units.find((unit) => getArm(unit) === 'B') as string;
    const arms = createTagTest().arms.map((arm) => (arm.key === 'A' ? { ...arm, settings: { learning: false } } : arm));
    let now = new Date('2026-03-01T00:00:00Z');
    giveTest(createTagTest({ arms, countsFrom: '2026-03-02T00:00:00.000Z' }));
    const matcher = await start({ clock: { now: () => now } });
    await matcher.apply(company, 1, { funnels: { [`${company}-funnel`]: onlyTagged } });
    expect((await matcher.match(company, { unit: inB })).matchedVariants).toEqual(['a', 'b', 'c']);
    now = new Date('2026-03-02T00:00:01Z');
    expect((await matcher.match(company, { unit: inB })).matchedVariants).toEqual(['a', 'b']);
  });

  it('the explanation names the test and the arm', async () => {
    const { company, start } = matchers;
    giveTest(createTest());
    const matcher = await start();
    const inB = units.find((unit) => getArm(unit) === 'B') as string;
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

import { answersInForce, DEFAULT_ASSORTMENT, DEFAULT_MATCHING, type Tab } from '@svc/domain';
import { buildSelection, buildStep } from '@svc/domain/testing';
import { describe, expect, it } from 'vitest';
import { randomModel } from '../../learning/testing/random-model.js';
import {
  createCompany,
  createRequest,
  createRule,
  createStep,
  matchIds,
  type TestCompany,
} from '../testing/company.js';
import { naiveReplay } from '../testing/naive-replay.js';
import { type Random, seededRandom } from '../testing/random.js';
import { randomCompany } from '../testing/random-company.js';
import { randomAnalyses, replayIn } from '../testing/replay.js';
import type { ReplayedAnalysis } from './replay-matches.js';

const SIZE = { products: 8, variants: 40, steps: 4, rules: 4, tabs: 4, sets: 4 };

const analysis = (analysisId: string, chosen: Record<number, string> = {}): ReplayedAnalysis => ({
  analysisId,
  answers: {
    selectionValues: Object.entries(chosen).map(([stepId, selectedKey]) => ({ stepId: Number(stepId), selectedKey })),
  },
  presence: { hasSelfie: false, hasContact: false },
  color: null,
});

const tab = (key: string, tags: string[], enabled = true): Tab => ({
  key,
  name: { default: key },
  description: null,
  maxItemsToShow: null,
  enabled,
  select: { tags, productIds: [], sets: [] },
});

/** A random company that asks for the skin too, so that its complexions act. */
function companyFrom(random: Random, size = SIZE): TestCompany {
  const company = randomCompany(random, size);
  return { ...company, steps: [...company.steps, buildStep(90, 'SKIN_COLOR'), buildStep(91, 'SKIN_UNDERTONE')] };
}

/** The company with some parts of another one, as a draft puts them in the place of what is in force. */
function drafted(random: Random, company: TestCompany, other: TestCompany): TestCompany {
  const { funnel } = company;
  return {
    snapshot: company.snapshot,
    tagging: random.chance(0.4) ? other.tagging : company.tagging,
    sets: random.chance(0.3) ? other.sets : company.sets,
    steps: random.chance(0.3) ? other.steps : company.steps,
    funnel: {
      assortment: random.chance(0.3) ? other.funnel.assortment : funnel.assortment,
      matching: random.chance(0.6) ? other.funnel.matching : funnel.matching,
      resultPage: random.chance(0.4) ? other.funnel.resultPage : funnel.resultPage,
    },
  };
}

describe('replayMatches (release safety, "Replay before release")', () => {
  it('replaying the current settings reports no change, for random companies', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seededRandom(seed);
      const company = companyFrom(random);
      const { analyses, variants, top, tabs, examples } = replayIn(
        company,
        structuredClone(company),
        randomAnalyses(random, company, 5),
      );
      expect(analyses, `seed ${seed}`).toMatchObject({ replayed: 5, changed: 0, share: 0 });
      expect([variants.gained.total, variants.lost.total, top.changed, top.churn, examples]).toEqual([0, 0, 0, 0, []]);
      expect(tabs?.tabs.filter(({ changed }) => changed > 0) ?? []).toEqual([]);
    }
  });

  it('equals the counts of the oracle for random drafts of random companies', () => {
    let changed = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seededRandom(seed * 31);
      const company = companyFrom(random);
      const draft = drafted(random, company, companyFrom(random));
      const analyses = randomAnalyses(random, company, 1 + random.below(30));
      const counts = replayIn(company, draft, analyses);
      expect(counts, `seed ${seed}`).toEqual(naiveReplay(company, draft, analyses));
      changed += counts.analyses.changed;
    }
    expect(changed, 'the drafts are worth a comparison').toBeGreaterThan(250);
  });

  it('the same model of Funnel AI orders both sides', () => {
    let reordered = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seededRandom(seed * 57);
      const company = companyFrom(random);
      const model = randomModel(random, company);
      const draft = drafted(random, company, companyFrom(random));
      const analyses = randomAnalyses(random, company, 10);
      const counts = replayIn(company, draft, analyses, model);
      expect(counts, `seed ${seed}`).toEqual(naiveReplay(company, draft, analyses, model));
      expect(replayIn(company, company, analyses, model).analyses.changed).toBe(0);
      if (JSON.stringify(counts) !== JSON.stringify(replayIn(company, draft, analyses))) reordered += 1;
    }
    expect(reordered, 'the model matters').toBeGreaterThan(10);
  });

  it('totals are exact even if lists are truncated', () => {
    const random = seededRandom(5);
    const company = companyFrom(random, { ...SIZE, products: 40, variants: 300 });
    const draft = { ...company, funnel: { ...companyFrom(random).funnel, assortment: DEFAULT_ASSORTMENT } };
    const analyses = randomAnalyses(random, company, 100);
    const counts = replayIn(company, draft, analyses);
    expect(counts).toEqual(naiveReplay(company, draft, analyses));
    expect(counts.examples).toHaveLength(20);
    expect(Math.max(counts.variants.gained.first.length, counts.variants.lost.first.length)).toBe(50);
  });

  it('a rule that excludes a tag loses exactly the matched variants that carry it', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed * 7);
      const company = companyFrom(random, { ...SIZE, sets: 0 });
      const tag = 'taste:3';
      const exclude = { tags: [tag], productIds: [], variantIds: [] };
      const { matching } = company.funnel;
      const rules = [...matching.rules, createRule({ exclude }, { key: 'new' })];
      const draft = { ...company, funnel: { ...company.funnel, matching: { ...matching, rules } } };
      const [one] = randomAnalyses(random, company, 1) as [ReplayedAnalysis];
      const answers = answersInForce(one.answers, company.steps);
      const { matched } = matchIds(company, createRequest({ answers, color: one.color }));
      const tagged = company.snapshot.variants.filter(({ id, product, tags }) =>
        [
          ...tags,
          ...company.snapshot.products[product]!.tags,
          ...(company.tagging.variants[id] ?? []),
          ...(company.tagging.products[company.snapshot.products[product]!.id] ?? []),
        ].includes(tag),
      );
      const expected = tagged.map(({ id }) => id).filter((id) => matched.includes(id));
      const { variants } = replayIn(company, draft, [one]);
      expect(variants.lost.first.map(({ variantId }) => variantId).sort(), `seed ${seed}`).toEqual(expected.sort());
      expect(variants.gained.total).toBe(0);
    }
  });

  it('lists newly empty matches first, and added, removed and emptied tabs', () => {
    const steps = [createStep(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } })];
    const company = createCompany(
      { a: ['skin:dry'], b: ['skin:dry', 'new:yes'], c: ['skin:oily'] },
      { steps, funnel: { resultPage: { enabled: true, tabs: [tab('DRY', ['skin:dry']), tab('GONE', ['new:yes'])] } } },
    );
    const draft = createCompany({}, { steps });
    draft.snapshot = company.snapshot;
    draft.funnel = {
      assortment: DEFAULT_ASSORTMENT,
      matching: {
        ...DEFAULT_MATCHING,
        rules: [createRule({ exclude: { tags: ['skin:oily'], productIds: [], variantIds: ['a'] } })],
      },
      resultPage: { enabled: true, tabs: [tab('NEW', ['new:yes']), tab('DRY', ['skin:dry'])] },
    };
    const counts = replayIn(company, draft, [analysis('A1', { 1: 'dry' }), analysis('A2', { 1: 'oily' })]);
    expect(counts.analyses).toMatchObject({ changed: 2, share: 1, membershipChanged: 2, newlyEmpty: 1 });
    expect(counts.examples.map(({ analysisId, after, lost }) => [analysisId, after, lost.first])).toEqual([
      ['A2', 0, ['c']],
      ['A1', 1, ['a']],
    ]);
    expect(counts.tabs).toEqual({
      analyses: 2,
      tabs: [
        { key: 'NEW', state: 'added', changed: 1, newlyEmpty: 0, noLongerEmpty: 1 },
        { key: 'DRY', state: 'kept', changed: 1, newlyEmpty: 0, noLongerEmpty: 0 },
        { key: 'GONE', state: 'removed', changed: 1, newlyEmpty: 1, noLongerEmpty: 0 },
      ],
    });
  });

  it('each side migrates the stored answers to its own version', () => {
    const before = createCompany(
      { a: ['t:1'], b: ['t:2'] },
      { steps: [createStep(1, { old: { require: ['t:1'] } }, { strict: true })] },
    );
    const renamed = createStep(1, { now: { require: ['t:2'] } }, { strict: true });
    const selections = renamed.selections.map((option) => buildSelection(option.key, ['old'], { tags: option.tags }));
    const { variants } = replayIn(before, { ...before, steps: [{ ...renamed, selections }] }, [
      analysis('A1', { 1: 'old' }),
    ]);
    const ids = [variants.lost, variants.gained].map(({ first }) => first.map(({ variantId }) => variantId));
    expect(ids).toEqual([['a'], ['b']]);
  });

  it('a side with more eligible variants than the limit counts as too large, not as empty', () => {
    const variants = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`v${index}`, ['t:1']]));
    const large = createCompany({ ...variants, small: ['t:2'] });
    const narrow = { ...large, funnel: { ...large.funnel, assortment: { tags: ['t:2'], productIds: [] } } };
    const forward = replayIn(large, narrow, [analysis('A1')]);
    expect(forward.exceeding).toEqual({ limit: 2_000, before: 1, after: 0 });
    expect(forward.analyses).toMatchObject({ changed: 1, membershipChanged: 1, newlyEmpty: 0, noLongerEmpty: 0 });
    expect(forward.examples).toMatchObject([{ before: null, after: 1, gained: { total: 0 }, lost: { total: 0 } }]);
    const back = replayIn(narrow, large, [analysis('A1')]);
    expect([back.exceeding.after, back.analyses.newlyEmpty]).toEqual([1, 0]);
    expect(replayIn(large, large, [analysis('A1')]).analyses.changed).toBe(0);
  });
});

import { DEFAULT_MATCHING } from '@svc/domain';
import { ExplanationLanguage, TestCode, toAnswers } from '@svc/proto';
import { describe, expect, it } from 'vitest';
import { createStep } from '../engine/testing/company.js';
import { createCatalog, givePeers } from '../testing/matcher.js';
import { excluding, useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

describe('ExplainMatch', () => {
  it('explains what MatchVariants answers, with the versions in force and the date (docs/matching.md M9.1)', async () => {
    const { company, start } = matchers;
    const matcher = await start({ clock: { now: () => new Date('2026-11-21T23:59:59Z') } });
    await matcher.apply(company, 1, excluding(company, 'a'));
    expect((await matcher.match(company)).matchedVariants).toEqual(['b', 'c']);
    const { variants, ...rest } = await matcher.explain(company, ['c', 'a', 'x']);
    expect(variants.map(({ variantId, matched, position }) => [variantId, matched, position])).toEqual([
      ['c', true, 2],
      ['a', false, undefined],
      ['x', false, undefined],
    ]);
    expect(variants[1]?.tests.at(-1)).toMatchObject({
      code: TestCode.TEST_CODE_EXCLUDED_BY_RULE,
      rules: ['rule'],
      passed: false,
    });
    expect(rest).toEqual({
      language: ExplanationLanguage.EXPLANATION_LANGUAGE_EN,
      date: '2026-11-21',
      answers: toAnswers({ selectionValues: [] }),
      matchedCount: 2,
      versions: {
        funnelId: `${company}-funnel`,
        funnelVersion: { id: `${company}-v1`, number: 1 },
        configVersion: 1,
        catalogVersion: 1,
      },
    });
  });

  it('takes the answers as they are in the version in force: migrated, without hidden steps, without contact data', async () => {
    const { company, peers, start } = matchers;
    const renamed = createStep(2, { now: { avoid: ['t:1'] } }, { formerIds: [1] });
    const selections = renamed.selections.map((option) => ({ ...option, formerKeys: ['before'] }));
    givePeers(peers, company, {
      number: 2,
      steps: [{ ...renamed, selections }],
      catalog: createCatalog(1, { a: ['t:1'] }),
    });
    const matcher = await start();
    const { answers, variants, versions } = await matcher.explain(company, ['a'], {
      answers: { hairColor: 'RED', selectionValues: [{ stepId: 1, selectedKey: 'before' }] },
      hasSelfie: true,
    });
    expect(answers).toEqual(toAnswers({ selectionValues: [{ stepId: 2, selectedKey: 'now' }] }));
    expect(variants[0]?.tests).toContainEqual(
      expect.objectContaining({ code: TestCode.TEST_CODE_AVOID_CARRIED, tags: ['t:1'] }),
    );
    expect(versions?.funnelVersion?.number).toBe(2);
  });

  it('writes in the language of the company', async () => {
    const { company, peers, start } = matchers;
    peers.states.set(company, { ...peers.states.get(company)!, language: 'de' });
    const matcher = await start();
    await matcher.apply(company, 1, { funnels: { [`${company}-funnel`]: { matching: DEFAULT_MATCHING } } });
    const { language, variants } = await matcher.explain(company, ['a']);
    expect([language, variants[0]?.sentence]).toEqual([
      ExplanationLanguage.EXPLANATION_LANGUAGE_DE,
      'a passt und steht auf Platz 1 von 3.',
    ]);
  });

  it('a removed funnel is NOT_FOUND, an unknown version MATCHER_FAILURE', async () => {
    const { company, peers, start } = matchers;
    // Before the start: from then on the matcher may have copied it.
    peers.states.get(company)!.funnels[0]!.archived = true;
    const matcher = await start();
    await expect(matcher.explain(company, ['a'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      matcher.explain(company, ['a'], { isPreview: true, versionId: 'none', funnelId: 'none' }),
    ).rejects.toMatchObject({
      code: 'MATCHER_FAILURE',
    });
  });
});

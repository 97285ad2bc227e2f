import type { MatchingAnswers } from '@svc/domain';
import { MatchTest, toAnswers, toCitedAnswer } from '@svc/proto';
import { describe, expect, it } from 'vitest';
import { createStep } from '../engine/testing/company.js';
import { createCatalog, givePeers } from '../testing/matcher.js';
import { useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();

const SELFIE = createStep(9, {}, { type: 'SELFIE', required: false });
const catalog = createCatalog(1, {
  fair: ['complexion:FAIR/*'],
  deep: ['complexion:DEEP/*'],
  red: ['for:red'],
  silent: [],
});

/** Matches an analysis whose picture filled the fields of `filled`. */
async function match(
  steps: Parameters<typeof givePeers>[2]['steps'],
  filled: Omit<MatchingAnswers, 'selectionValues'>,
) {
  const { company, peers, start } = matchers;
  givePeers(peers, company, { steps: steps ?? [], catalog });
  const matcher = await start();
  const fields = Object.keys(filled) as NonNullable<MatchingAnswers['filledFromSelfie']>;
  const answers: MatchingAnswers = { ...filled, selectionValues: [], filledFromSelfie: fields };
  const { matchedVariants } = await matcher.match(company, { answers, hasSelfie: true });
  return { matchedVariants, explain: (id: string) => matcher.explain(company, [id], { answers, hasSelfie: true }) };
}

describe('answers that a selfie filled, in a match (docs/color-method.md A7.5)', () => {
  it('count where the funnel shows a SELFIE step, also without a question of their own', async () => {
    const { matchedVariants, explain } = await match([SELFIE], { skinColor: 'FAIR' });
    expect(matchedVariants).toEqual(expect.arrayContaining(['fair', 'silent']));
    expect(matchedVariants).not.toContain('deep');
    const { answers, variants } = await explain('deep');
    expect(answers).toEqual(toAnswers({ skinColor: 'FAIR', selectionValues: [], filledFromSelfie: ['skinColor'] }));
    const failed = variants[0]?.tests.filter(({ passed }) => !passed);
    expect(failed).toMatchObject([
      { test: MatchTest.MATCH_TEST_COMPLEXION, answers: [toCitedAnswer({ field: 'skinColor', value: 'FAIR' })] },
    ]);
  });

  it('do not count where it shows none: the version in force no longer asks for a picture', async () => {
    const { matchedVariants } = await match([], { skinColor: 'FAIR' });
    expect([...matchedVariants].sort()).toEqual(['deep', 'fair', 'red', 'silent']);
  });

  it('have the tags of the options that they stand for, like an answer', async () => {
    const hair = createStep(
      1,
      { RED: { prefer: ['for:red'] }, BLACK: { avoid: ['for:red'] } },
      { type: 'HAIR_COLOR', required: false },
    );
    expect((await match([hair, SELFIE], { hairColor: 'BLACK' })).matchedVariants).not.toContain('red');
    expect((await match([hair, SELFIE], { hairColor: 'RED' })).matchedVariants[0]).toBe('red');
  });

  it('never decide which questions were shown', async () => {
    const hair = createStep(1, {}, { type: 'HAIR_COLOR', required: false });
    const shownWithout = createStep(
      2,
      { a: { avoid: ['for:red'] } },
      { showWhen: { not: { step: 1, answered: true } } },
    );
    const { company, peers, start } = matchers;
    givePeers(peers, company, { steps: [hair, shownWithout, SELFIE], catalog });
    const answers: MatchingAnswers = {
      hairColor: 'RED',
      selectionValues: [{ stepId: 2, selectedKey: 'a' }],
      filledFromSelfie: ['hairColor'],
    };
    const matcher = await start();
    expect((await matcher.match(company, { answers, hasSelfie: true })).matchedVariants).not.toContain('red');
  });
});

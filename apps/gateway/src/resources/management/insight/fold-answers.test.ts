import { describe, expect, it } from 'vitest';
import { foldAnswers, type ReportedStep } from './fold-answers.js';

const steps: ReportedStep[] = [
  {
    ...{ id: 2, type: 'SINGLE_SELECTION', title: { default: 'Skin' }, orderNumber: 1, formerIds: [9] },
    selections: [
      { key: 'Dry', caption: { default: 'Dry' }, formerKeys: ['arid', 'OILY'] },
      { key: 'oily', caption: { default: 'Oily' } },
    ],
  },
  { id: 1, type: 'HAIR_COLOR', title: { default: 'Hair' }, orderNumber: 0 },
];
const fold = (...counts: [stepId: number, optionKey: string, analyses: number][]) =>
  foldAnswers(
    counts.map(([stepId, optionKey, analyses]) => ({ stepId, optionKey, analyses })),
    steps,
  ).map(({ stepId, shown, options }) => [
    stepId,
    shown,
    ...options
      .filter(({ analyses }) => analyses > 0)
      .map(({ key, analyses, isFolded, caption }) =>
        [key, analyses, isFolded ? 'folded' : '', caption ? '' : 'unknown'].filter((part) => part !== '').join(' '),
      ),
  ]);

describe('answers under one version (docs/insight.md N21.4)', () => {
  it('former keys count with the present one and are marked; a present key wins', () => {
    expect(fold([2, '', 10], [2, 'arid', 3], [2, 'dry', 4], [2, 'oily', 2])).toEqual([
      [2, 10, 'Dry 7 folded', 'oily 2'],
    ]);
  });

  it('former steps count with the present one, questions with fixed answers by their values', () => {
    expect(fold([9, '', 5], [9, 'arid', 5], [1, '', 4], [1, 'brown', 4])).toEqual([
      [1, 4, 'BROWN 4'],
      [2, 5, 'Dry 5 folded'],
    ]);
  });

  it('what the version does not have is listed as it was stored; nothing is lost', () => {
    expect(fold([7, '', 5], [7, 'x', 5], [2, '', 1], [2, 'gone', 1])).toEqual([
      [2, 1, 'gone 1 unknown'],
      [7, 5, 'x 5 unknown'],
    ]);
  });

  it('all options of a shown question are listed, also those that no shopper chose', () => {
    expect(foldAnswers([{ stepId: 2, optionKey: '', analyses: 1 }], steps)[0]?.options.map(({ key }) => key)).toEqual([
      ...['Dry', 'oily'],
    ]);
  });
});

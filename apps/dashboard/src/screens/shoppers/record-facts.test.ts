import { describe, expect, it } from 'vitest';
import { listAnswers, toWanted } from './record-facts.js';

describe('what is shown of an analysis (docs/dashboard.md Y10)', () => {
  it('is each answer, which of them the selfie filled, and options of one question together', () => {
    expect(
      listAnswers({
        answers: {
          hairColor: 'RED',
          eyeColor: 'BROWN',
          selectionValues: [
            { stepId: 12, selectedKey: 'dryness' },
            { stepId: 13, selectedKey: 'vegan' },
            { stepId: 12, selectedKey: 'redness' },
          ],
        },
        filledFromSelfie: ['eyeColor'],
      }),
    ).toEqual([
      { question: 'hairColor', value: 'RED', isFromSelfie: false },
      { question: 'eyeColor', value: 'BROWN', isFromSelfie: true },
      { question: '12', value: 'dryness, redness', isFromSelfie: false },
      { question: '13', value: 'vegan', isFromSelfie: false },
    ]);
  });

  it('is in the address, so that it can be linked', () => {
    expect(toWanted({ analysis: ' 5gNp1RtXv6 ' })).toEqual({ analysis: '5gNp1RtXv6' });
    expect(toWanted({ analysis: 5 })).toEqual({});
  });
});

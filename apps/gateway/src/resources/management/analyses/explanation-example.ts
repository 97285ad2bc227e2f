import { FUNNEL_ID, VERSION_ID } from '../../../openapi/example-ids.js';
import type { MatchExplanation } from '../bodies.js';

const passed = { passed: true, stepId: null, answers: [], tags: [], rules: [] };

/** A rejected variant: its tag is avoided by an answer. */
export const explanationExample: MatchExplanation = {
  language: 'en',
  date: '2026-11-21',
  answers: { selectionValues: [{ stepId: 12, selectedKey: 'redness' }] },
  colorType: null,
  matchedCount: 611,
  versions: {
    funnelId: FUNNEL_ID,
    funnelVersion: { id: VERSION_ID, number: 3 },
    configVersion: 41,
    catalogVersion: 7,
    model: null,
    experiment: null,
  },
  variants: [
    {
      variantId: 'V1007',
      matched: false,
      sentence: 'V1007 is not matched: it fails 1 of 4 tests.',
      position: null,
      eligibility: {
        code: 'ELIGIBLE',
        passed: true,
        sentence: 'It is available and belongs to the assortment of the funnel.',
      },
      tests: [
        {
          ...passed,
          test: 'COLOR_TYPE',
          code: 'COLOR_NOT_TESTED',
          sentence: 'Color types are not tested: the settings do not require it, or the analysis has no color type.',
        },
        {
          ...passed,
          test: 'COMPLEXION',
          code: 'COMPLEXION_NOT_TESTED',
          sentence: 'Complexion is not tested: the settings do not require it, or the skin color was not answered.',
        },
        {
          test: 'AVOID',
          code: 'AVOID_CARRIED',
          passed: false,
          stepId: 12,
          answers: [{ stepId: 12, key: 'redness' }],
          tags: ['ingredient:alcohol'],
          rules: [],
          sentence: 'The answer "Calm" to "What does your skin need?" avoids ingredient:alcohol, which it has.',
        },
        { ...passed, test: 'RULE_EXCLUDE', code: 'NOT_EXCLUDED', sentence: 'No rule in force excludes it.' },
      ],
      sets: [],
      pin: null,
      score: {
        parts: [
          {
            part: 'TAGS',
            weight: 1,
            value: 0.5,
            tags: [],
            steps: [{ stepId: 12, value: 0.5, tags: [] }],
            sentence: 'Preferred tags that it has: none; value 0.5, weight 1.',
          },
        ],
        boosts: [{ rule: 'winter-care', by: 0.3, sentence: 'The rule "winter-care" adds 0.3.' }],
        learned: 0,
        learning: null,
        total: 0.8,
        q: 800_000,
        sentence: 'Its score is 0.8.',
      },
      tabs: ['FACE'],
    },
  ],
};

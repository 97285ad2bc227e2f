import { ANALYSIS_ID, FUNNEL_ID, VERSION_ID } from '../../openapi/example-ids.js';

export const analysisRequestExamples = {
  answers: {
    summary: 'Answers of built-in and custom steps',
    value: {
      funnelId: FUNNEL_ID,
      hairColor: 'BROWN',
      eyeColor: 'GREEN',
      skinColor: 'MEDIUM',
      skinUndertone: 'WARM',
      ageRange: 'BETWEEN_25_AND_34',
      selectionValues: [{ stepId: 12, selectedKey: 'dryness' }],
      source: 'product-page',
    },
  },
  numericSkinColor: { summary: 'skinColor as a number', value: { funnelId: FUNNEL_ID, skinColor: 3 } },
  unexpectedAnswer: {
    summary: 'An answer that does not fit is stored without it, with a warning',
    value: { funnelId: FUNNEL_ID, selectionValues: [{ stepId: 9999, selectedKey: 'x' }] },
  },
};

export const analysisExamples = {
  stored: { id: ANALYSIS_ID, funnelVersionId: VERSION_ID, isPreview: false },
  withWarnings: {
    id: ANALYSIS_ID,
    funnelVersionId: VERSION_ID,
    isPreview: false,
    payload_warnings: ['hairColor is missing although the funnel has a HAIR_COLOR step.'],
  },
};

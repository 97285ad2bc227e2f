import { ANALYSIS_ID } from '../../openapi/example-ids.js';

const coral = {
  variant_id: 'V1007',
  product_id: 'P1',
  title: 'Velvet Lipstick',
  variant_title: 'Coral',
  image: 'https://shop.glow.example/p/velvet-coral.jpg',
  short_description: 'Warm and light.',
  color: '#ff7f50',
  link: 'https://shop.glow.example/p/velvet?variant=V1007',
};
const cream = {
  variant_id: 'V2041',
  product_id: 'P9',
  title: 'Calming Cream',
  variant_title: '50 ml',
  image: null,
  short_description: null,
  color: null,
  link: 'https://shop.glow.example/p/calming-cream',
};

/** What is delivered and, if requested, returned. */
export const webhookPayloadExample = {
  action: 'Analysis Completed' as const,
  funnel_name: 'beauty',
  funnel_value: 'BEAUTY-2026',
  analysis_id: ANALYSIS_ID,
  analysis_url: `https://beauty.svc.example/r/${ANALYSIS_ID}`,
  analysis_result: 'LIGHT_SPRING',
  created_at: '2026-11-21T10:00:00.000Z',
  first_name: 'Mia',
  last_name: null,
  email: 'mia@mail.example',
  hair_color: 'MEDIUM_BLONDE',
  eye_color: 'GREEN',
  skin_color: 'LIGHT',
  skin_undertone: 'WARM',
  age_range: null,
  source: 'newsletter',
  query_string: 'utm_source=mail',
  skin_type: 'dry',
  wishes: ['vegan', 'scent-free'],
  products_all: [cream, coral],
  beauty_all: ['V2041', 'V1007'],
  tabs: [
    { key: 'FACE', name: 'Face', products: [cream] },
    { key: 'LIPS', name: 'Lips', products: [coral] },
  ],
};

export const submissionRequestExamples = {
  answers: {
    summary: 'Answers and contact data',
    value: {
      hairColor: 'MEDIUM_BLONDE',
      eyeColor: 'GREEN',
      skinColor: 'LIGHT',
      skinUndertone: 'WARM',
      selectionValues: [
        { stepId: 8, selectedKey: 'dry' },
        { stepId: 9, selectedKey: 'vegan' },
        { stepId: 9, selectedKey: 'scent-free' },
      ],
      firstName: 'Mia',
      email: 'mia@mail.example',
      source: 'newsletter',
      queryString: 'utm_source=mail',
    },
  },
};

export const submissionExamples = {
  stored: { id: ANALYSIS_ID },
  withWarnings: {
    id: ANALYSIS_ID,
    payload_warnings: ['hairColor is missing although the funnel has a HAIR_COLOR step.'],
  },
  withPayload: { id: ANALYSIS_ID, webhook_payload: webhookPayloadExample },
  matcherDown: {
    id: ANALYSIS_ID,
    payload_warnings: [
      'webhook_payload is missing: the products could not be matched in time. It is delivered as soon as they can be matched.',
    ],
  },
};

export const modelExample = {
  version: 12,
  builtAt: '2026-11-21T10:00:00.000Z',
  untilDay: '2026-11-21',
  days: 74,
  sessions: 5210,
  impressions: 48730,
  variants: 212,
  options: 21,
  active: true,
  pinned: false,
};
const drySkin = { answers: [{ stepId: 12, key: 'dryness' }], caption: 'Dry skin' };

export const learningReportExample = {
  language: 'en',
  enabled: true,
  model: {
    version: 12,
    pinned: false,
    untilDay: '2026-11-21',
    days: 74,
    sessions: 5210,
    impressions: 48730,
    variants: 212,
  },
  lastBuild: {
    outcome: 'BUILT',
    reason: null,
    endedAt: '2026-11-21T10:00:00.000Z',
    sessions: 5210,
    impressions: 48730,
  },
  options: [{ ...drySkin, sessions: 1840, learned: true }],
  lifts: [
    {
      ...drySkin,
      variantId: 'V1007',
      name: 'Velvet Foundation – Ivory',
      times: 1.8,
      lambda: 0.587787,
      sentence: 'Shoppers who chose Dry skin choose Velvet Foundation – Ivory 1.8 × as often.',
    },
  ],
  popular: [{ variantId: 'V2041', name: 'Cloud Blush – Rose', times: 2.31 }],
};

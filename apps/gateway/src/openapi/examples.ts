/** Ids that look like real ones, used all over the document. */
export const FUNNEL_ID = '3fXk0PqVn7bTzL2mWc9RdA';
export const VERSION_ID = '7hQm2ZsYw4cUaK8nXe1TfB';
export const ANALYSIS_ID = '5gNp1RtXv6dSbM3oYf0UhC';
export const KEY_ID = '1aBc2DeFg3HiJk4LmNo5Pq';
export const IMPORT_ID = '9zYx8WvUt7SrQp6OnMl5Kj';

export const funnelExample = {
  id: FUNNEL_ID,
  version: { id: VERSION_ID, number: 3 },
  steps: [
    {
      id: 1,
      type: 'HAIR_COLOR',
      orderNumber: 0,
      title: 'Your hair',
      selections: [{ key: 'BROWN', caption: 'Dark brown', orderNumber: 0 }],
    },
    {
      id: 12,
      type: 'MULTI_SELECTION',
      orderNumber: 1,
      title: 'What does your skin need?',
      selections: [
        {
          key: 'dryness',
          caption: 'Moisture',
          imageUrl: 'https://shop.glow.example/quiz/dryness.jpg',
          orderNumber: 0,
        },
        { key: 'redness', caption: 'Calm', orderNumber: 1 },
      ],
    },
  ],
};

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

export const matchExamples = {
  variants: { matchedVariants: ['V2041', 'V1007', 'V1008'] },
  resultPage: {
    matchedVariants: ['V2041', 'V1007'],
    tabs: [
      { key: 'FACE', name: 'Face', description: 'For an even complexion', maxItemsToShow: 6, variants: ['V2041'] },
      { key: 'LIPS', name: 'Lips', variants: ['V1007'] },
    ],
  },
  nothing: { matchedVariants: [] },
};

export const blueprintExample = {
  name: 'Glow Cosmetics',
  language: 'en',
  domains: ['shop.glow.example'],
  settings: {
    theme: { accentColor: '#7a3b69', fontFamily: 'Georgia, serif', cornerRadius: 8 },
    privacyUrl: 'https://shop.glow.example/privacy',
  },
  funnels: [
    {
      subdomain: 'beauty',
      name: 'Beauty quiz',
      published: {
        steps: [
          { id: 1, type: 'HAIR_COLOR', title: { default: 'Your hair', de: 'Deine Haare' } },
          {
            id: 12,
            type: 'SINGLE_SELECTION',
            title: 'Skin',
            selections: [{ key: 'dryness', caption: 'Dry skin', tags: { prefer: ['concern:dryness'] } }],
          },
        ],
      },
    },
  ],
};

export const blueprintYaml = `name: Glow Cosmetics
language: en
funnels:
  - subdomain: beauty
    name: Beauty quiz
    published:
      steps:
        - { id: 1, type: HAIR_COLOR, title: { default: Your hair, de: Deine Haare } }
`;

export const appliedExample = {
  company: { handle: 'glow', companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md' },
  funnels: {
    beauty: { id: FUNNEL_ID, published: { id: VERSION_ID, number: 3 }, draft: null },
  },
  changed: ['funnels/beauty/published'],
  warnings: [
    {
      path: '/funnels/0/published/steps/1/selections/0/tags/prefer/0',
      message: 'Nothing in the catalogue carries "concern:drynes"; did you mean "concern:dryness"?',
    },
  ],
};

export const apiKeyExample = {
  id: KEY_ID,
  name: 'Web shop',
  lastFour: '7kQz',
  scopes: ['funnel.read', 'analysis.create'],
  createdAt: '2026-11-21T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-11-21T11:59:00.000Z',
  revokedAt: null,
};

export const createdApiKeyExample = {
  id: KEY_ID,
  name: 'Web shop',
  // The checksum is wrong on purpose, so that secret scanners do not take it for a key.
  value: 'svc_live_0000000000000000000000000000000000000000000_xxxxxx',
  lastFour: 'xxxx',
  scopes: ['funnel.read', 'analysis.create'],
  createdAt: '2026-11-21T10:00:00.000Z',
  expiresAt: '2027-11-21T10:00:00.000Z',
};

export const importRunExample = {
  id: IMPORT_ID,
  state: 'SUCCEEDED',
  read: 612,
  created: 4,
  updated: 7,
  unchanged: 600,
  removed: 2,
  rejected: [{ line: 17, column: 'price', reason: 'The price "12,90 EUR" is not a decimal number.' }],
  rejectedCount: 1,
  notes: ['The file is Windows-1252.'],
  dryRun: false,
  source: 'UPLOAD',
  createdAt: '2026-11-21T10:00:00.000Z',
  finishedAt: '2026-11-21T10:00:02.000Z',
};

const nothingFound = { total: 0, first: [] };

export const funnelCheckExample = {
  version: { id: VERSION_ID, number: 4 },
  date: '2026-11-21',
  paths: {
    method: 'all',
    checked: 96,
    total: 96,
    undecidedPairs: 0,
    multiSelection: 'combinations',
    colorType: 'ignored',
  },
  deadEnds: {
    total: 1,
    first: [
      {
        kind: 'ANSWERS',
        answers: [
          { step: 12, key: 'skin_concern', chosen: ['redness'] },
          { step: 14, key: 'scent', chosen: ['none'] },
        ],
        paths: 8,
        example: [
          { step: 1, key: 'step_1', chosen: ['VERY_LIGHT'] },
          { step: 12, key: 'skin_concern', chosen: ['redness'] },
          { step: 14, key: 'scent', chosen: ['none'] },
        ],
      },
    ],
  },
  blockingDeadEnds: 1,
  deadPaths: 8,
  unreachableVariants: { total: 1, first: ['V1008'] },
  emptyTabs: nothingFound,
  resultPageWithoutTabs: false,
  idleRules: { total: 1, first: [{ rule: 'summer-glow', reason: 'EXPIRED' }] },
  conflicts: nothingFound,
  idleOptions: { total: 1, first: [{ step: 14, key: 'scent', option: 'light' }] },
  eligible: { limit: 2000, assortment: 612, resultPage: 540, pathsOverLimit: 0 },
};

/** The same as NDJSON: progress, then the report. */
export const checkLinesExample = [
  { progress: { phase: 'WALK', done: 32, total: 96 } },
  { progress: { phase: 'DEAD_ENDS', done: 0, total: 8 } },
  { report: funnelCheckExample },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

export const csvExample = `id;parentId;name;url;price;currency;availability;tags
V1007;P1;Velvet Lipstick Coral;https://shop.glow.example/p/velvet?variant=V1007;19.90;EUR;true;category:lips|finish:matte
`;

export const eventBatchExamples = {
  shown: {
    summary: 'A page of results was seen, and one of them clicked',
    value: {
      analysisId: ANALYSIS_ID,
      events: [
        { id: 'b7f1c2d0-0', type: 'IMPRESSION', variantId: 'V1007', position: 0 },
        { id: 'b7f1c2d0-1', type: 'IMPRESSION', variantId: 'V2041', position: 1 },
        { id: 'b7f1c2d0-2', type: 'CLICK', variantId: 'V2041', position: 1 },
      ],
    },
  },
  purchase: {
    summary: 'A purchase, reported by the shop’s server; the order line is its id',
    value: {
      analysisId: ANALYSIS_ID,
      events: [{ id: 'order-4711-1', type: 'PURCHASE', variantId: 'V2041' }],
    },
  },
};

export const eventsAcceptedExample = { accepted: 3, duplicates: 0 };

export const columnMappingExample = {
  format: 'native',
  columns: { id: 'Artikel', name: '{Marke} {Titel}', url: 'https://shop.glow.example/p/{Slug}' },
};

export const feedStateExample = {
  url: 'https://shop.glow.example/feed.csv',
  format: 'auto',
  everyHours: 12,
  nextSyncAt: '2026-11-21T22:04:11.000Z',
  failures: 0,
  lastImportId: IMPORT_ID,
};

export const rejectedRowsExample =
  'line;column;reason\r\n4;"price";"price is a decimal number with a point, for example 19.90; it is \\"19,90\\"."\r\n';

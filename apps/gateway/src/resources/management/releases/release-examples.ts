import { ANALYSIS_ID, FUNNEL_ID, VERSION_ID } from '../../../openapi/example-ids.js';

export const replayRequestExample = {
  last: 500,
  matching: {
    rules: [
      {
        key: 'no-retinol-for-teens',
        when: { field: 'ageRange', in: ['UNDER_16'] },
        then: { exclude: { tags: ['ingredient:retinol'] } },
      },
    ],
  },
};

export const replayRequestYaml = `last: 500
matching:
  rules:
    - key: no-retinol-for-teens
      when: { field: ageRange, in: [UNDER_16] }
      then: { exclude: { tags: ["ingredient:retinol"] } }
`;

export const replayReportExample = {
  date: '2026-11-21',
  versions: {
    funnelId: FUNNEL_ID,
    funnelVersion: { id: VERSION_ID, number: 3 },
    configVersion: 41,
    catalogVersion: 7,
    model: null,
  },
  draft: { parts: ['matching'], funnelVersion: null },
  analyses: {
    asked: 500,
    replayed: 500,
    changed: 24,
    share: 0.048,
    membershipChanged: 24,
    orderChanged: 0,
    newlyEmpty: 0,
    noLongerEmpty: 0,
  },
  variants: { gained: { total: 0, first: [] }, lost: { total: 1, first: [{ variantId: 'V2041', analyses: 24 }] } },
  top: { places: 10, changed: 11, churn: 0.0022 },
  tabs: {
    analyses: 500,
    tabs: [{ key: 'FACE', state: 'kept', changed: 24, newlyEmpty: 0, noLongerEmpty: 0 }],
  },
  exceeding: { limit: 2000, before: 0, after: 0 },
  examples: [
    {
      analysisId: ANALYSIS_ID,
      before: 36,
      after: 35,
      gained: { total: 0, first: [] },
      lost: { total: 1, first: ['V2041'] },
    },
  ],
};

export const settingsVersionExample = {
  version: 41,
  createdAt: '2026-11-21T10:00:00.000Z',
  changed: ['tagging', 'funnels/beauty/matching'],
  inForce: true,
};

export const settingsExample = {
  tagging: { products: { P1: ['finish:matte'] }, variants: {} },
  sets: [],
  funnels: [{ subdomain: 'beauty', assortment: { tags: ['category:makeup'], productIds: [] } }],
};

export const settingsYaml = `tagging:
  products:
    P1:
      - finish:matte
  variants: {}
sets: []
funnels:
  - subdomain: beauty
    assortment: { tags: ["category:makeup"], productIds: [] }
`;

export const releasedExample = { release: 4, versionId: VERSION_ID, number: 4, settingsVersion: 41, warnings: [] };

export const releaseExample = {
  number: 4,
  version: { id: VERSION_ID, number: 4 },
  releasedAt: '2026-11-24T02:00:00.000Z',
  releasedBy: 'Ada',
  note: 'Questions for spring',
  restored: null,
  settingsVersion: null,
  inForce: true,
};

export const diffExample = {
  from: { revision: null, version: { id: VERSION_ID, number: 3 }, problems: [] },
  to: { revision: 1795456800012, version: null, problems: [] },
  changes: [
    {
      kind: 'STEP_FIELD',
      path: '/steps/0/title/default',
      question: 'Your skin today?',
      before: 'Your skin?',
      after: 'Your skin today?',
      sentence: 'Question “Your skin today?”: title: Your skin? → Your skin today?',
    },
  ],
};

import { EXPERIMENT_ID, VERSION_ID } from '../../openapi/example-ids.js';

export const shopVisitExamples = {
  widget: {
    summary: 'A page of the shop showed a widget, which was opened',
    value: {
      kind: 'SHOP',
      visitId: 'p0-Wq7_ZtRb5Yk3J9x2L',
      company: 'a1B2c3D4e5F6g7H8i9J0k1L2m',
      events: [
        { n: 0, type: 'WIDGET_SHOWN', funnel: 'beauty', atMs: 1_200 },
        { n: 1, type: 'WIDGET_OPENED', funnel: 'beauty', atMs: 8_400 },
      ],
    },
  },
};

export const exposureExamples = {
  exposure: {
    summary: 'A visitor of the shop is assigned to an arm of a holdout',
    value: {
      kind: 'EXPOSURE',
      company: 'a1B2c3D4e5F6g7H8i9J0k1L2m',
      experimentId: EXPERIMENT_ID,
      visitorId: 'v0-Wq7_ZtRb5Yk3J9x2L',
    },
  },
};

export const funnelVisitExamples = {
  shown: {
    summary: 'A page was opened, its first question was answered, and the page was left on the second',
    value: {
      kind: 'FUNNEL',
      visitId: 'k3J9-x2Lw0Pq7_ZtRb5Y',
      versionId: VERSION_ID,
      source: 'newsletter',
      locale: 'de',
      device: 'PHONE',
      events: [
        { n: 0, type: 'SHOWN', stepId: 1, atMs: 800 },
        { n: 1, type: 'ANSWERED', stepId: 1, atMs: 4_200 },
        { n: 2, type: 'SHOWN', stepId: 2, atMs: 4_300 },
        { n: 3, type: 'LEFT', stepId: 2, atMs: 9_000 },
      ],
    },
  },
};

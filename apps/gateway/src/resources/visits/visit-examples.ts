import { VERSION_ID } from '../../openapi/example-ids.js';

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

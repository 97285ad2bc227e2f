import { randomUUID } from 'node:crypto';

/** Ten variants that a shopper saw in the list of an analysis. */
export const toEvents = (analysisId: string) => ({
  analysisId,
  events: Array.from({ length: 10 }, (_, position) => ({
    id: randomUUID(),
    type: 'IMPRESSION',
    variantId: `4210000${String(position).padStart(7, '0')}`,
    position,
  })),
});

/** A page load of a funnel whose first question was answered. */
export const toVisit = (versionId: string) => ({
  kind: 'FUNNEL',
  visitId: randomUUID(),
  versionId,
  source: 'bench',
  locale: 'de',
  device: 'phone',
  events: [
    { n: 0, type: 'SHOWN', stepId: 1, atMs: 800 },
    { n: 1, type: 'ANSWERED', stepId: 1, atMs: 4_200 },
  ],
});

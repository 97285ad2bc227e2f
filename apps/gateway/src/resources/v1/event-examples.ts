import { ANALYSIS_ID } from '../../openapi/example-ids.js';

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

import { ANALYSIS_ID } from '../../openapi/example-ids.js';

const line = { lineId: '1', variantId: 'V1007', productId: 'P100', quantity: 2, price: '29.90', discount: '0.00' };
const order = {
  ...{ orderId: '4711', createdAt: '2026-11-22T10:04:00+01:00', currency: 'EUR', totalsIncludeTax: true },
  ...{ total: '59.70', discount: '5.00', shipping: '4.90' },
};

export const orderExamples = {
  verified: {
    summary: 'From the server of the shop, with the analysis that it kept at the line in the cart',
    value: { ...order, lines: [{ ...line, analysisId: ANALYSIS_ID }] },
  },
  reported: {
    summary: 'From a browser, with what it remembers',
    value: {
      ...order,
      lines: [line],
      recommendations: [{ variant_id: 'V1007', analysis_id: ANALYSIS_ID, timestamp: 1_795_161_600_000 }],
      hadChat: true,
      consent: 'granted',
    },
  },
};

export const orderAcceptedExample = { orderId: '4711', stored: true };

export const refundExamples = {
  line: {
    summary: 'One of two pieces came back',
    value: {
      ...{ refundId: 'R1', orderId: '4711', createdAt: '2026-11-25T09:00:00+01:00' },
      lines: [{ lineId: '1', amount: '29.90' }],
    },
  },
};

export const refundAcceptedExample = { refundId: 'R1', waiting: false };

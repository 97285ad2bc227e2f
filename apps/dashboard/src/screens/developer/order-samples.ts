import type { CodeSample } from '../../shared/fields/code-samples.js';
import type { CompanyValues } from './quick-starts.js';

/** How orders are reported: the samples of docs/components-guide.md "6. Report orders" with the values of the company. docs/dashboard.md Y4.8. */
export const orderSamples = ({ api, companyKey }: Pick<CompanyValues, 'api' | 'companyKey'>): CodeSample[] => [
  { language: 'curl', code: curl.replaceAll('$SVC_URL', api) },
  { language: 'HTML', code: html.replace(EXAMPLE_API, api).replace(EXAMPLE_KEY, companyKey) },
  { language: 'Shopify Flow', code: flowOrder },
  { language: 'Shopify Flow, refunds', code: flowRefund },
];

const EXAMPLE_API = 'https://svc.example';
const EXAMPLE_KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m';

const curl = `curl -i "$SVC_URL/api/v1/orders" -H "Authorization: Bearer $ORDER_KEY" -H "Content-Type: application/json" -d '{
  "orderId": "4711", "createdAt": "2026-11-22T10:04:00+01:00", "currency": "EUR",
  "lines": [{ "lineId": "1", "variantId": "V1007", "quantity": 2, "price": "29.90", "analysisId": "5gNp1RtXv6dSbM3oYf0UhC" }] }'
curl -i "$SVC_URL/api/v1/refunds" -H "Authorization: Bearer $ORDER_KEY" -H "Content-Type: application/json" -d '{
  "refundId": "R1", "orderId": "4711", "createdAt": "2026-11-25T09:00:00+01:00", "lines": [{ "lineId": "1", "amount": "29.90" }] }'`;

const html = `<script>
  window.SVC_AI = { COMPANY_ID: 'a1B2c3D4e5F6g7H8i9J0k1L2m' };
</script>
<script defer src="https://svc.example/components.js"></script>
<script>
  window.addEventListener('load', () => window.svcComponents?.trackOrder({
    orderId: '4711',
    createdAt: '2026-11-22T10:04:00+01:00',
    currency: 'EUR',
    lines: [{ lineId: '1', variantId: 'V1007', quantity: 2, price: '29.90' }],
  }));
</script>`;

/** The body of the action *Send HTTP request*: of a workflow for orders, and of one for refunds. */
const flowOrder = `{
  "orderId": "{{ order.legacyResourceId }}",
  "createdAt": "{{ order.createdAt }}",
  "currency": "{{ order.currencyCode }}",
  "totalsIncludeTax": {{ order.taxesIncluded }},
  "discount": "{{ order.cartDiscountAmountSet.shopMoney.amount | default: '0' }}",
  "lines": [{% for line in order.lineItems %}{% unless forloop.first %},{% endunless %}
    {
      "lineId": "{{ line.id }}",
      "variantId": "{{ line.variant.legacyResourceId | default: 'deleted' }}",
      "quantity": {{ line.quantity }},
      "price": "{{ line.originalUnitPriceSet.shopMoney.amount }}",
      "discount": "{{ line.totalDiscountSet.shopMoney.amount | default: '0' }}"{% for attribute in line.customAttributes %}{% if attribute.key == '_svc_analysis' %},
      "analysisId": "{{ attribute.value }}"{% endif %}{% endfor %}
    }{% endfor %}
  ]
}`;

const flowRefund = `{% assign refund = order.refunds | last %}{
  "refundId": "{{ refund.legacyResourceId }}",
  "orderId": "{{ order.legacyResourceId }}",
  "createdAt": "{{ refund.createdAt }}",
  "lines": [{% for line in refund.refundLineItems %}{% unless forloop.first %},{% endunless %}
    { "lineId": "{{ line.lineItem.id }}", "amount": "{{ line.subtotalSet.shopMoney.amount }}" }{% endfor %}
  ]
}`;

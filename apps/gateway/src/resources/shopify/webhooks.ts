import { TIMEOUT_MS } from '../../clients.js';
import { plainContent, sendBody } from '../../route/answer.js';
import { rawBody } from '../../route/body.js';
import { requiredText, text } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { SHOP } from './shop-examples.js';

/** Shopify cuts a product off at 100 variants, which is a fifth of this. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Passes a webhook on byte for byte, since the signature is over the bytes. Shopify repeats it until the answer is 200. Not
 * rate-limited: all shops share a few source addresses. docs/reliability.md R5.7.
 */
export const shopifyWebhooks = route({
  method: 'POST',
  path: '/shopify/webhooks',
  id: 'shopifyWebhooks',
  tag: 'System',
  summary: 'Where Shopify reports events',
  description:
    'products/create, products/update, products/delete, app/uninstalled, bulk_operations/finish and the compliance topics; others are ' +
    'ignored. 200 means stored; the event is processed afterwards. An event counts once, however often it is sent. At most 1 MiB.',
  permission: 'none',
  headers: {
    'X-Shopify-Topic': requiredText('What happened.', 'products/update'),
    'X-Shopify-Shop-Domain': requiredText('Domain of the shop.', SHOP),
    'X-Shopify-Hmac-Sha256': requiredText('base64 of HMAC-SHA256 over the bytes of the body.', 'XWmrwMey6OsLMeiZKwP4…'),
    'X-Shopify-Event-Id': text('Names the event; the same in copies.', '98880550-7158-44d4-b7cd-2c97c8a091b5'),
    'X-Shopify-Webhook-Id': text('Used where the event has no id.', 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043'),
    'X-Shopify-Triggered-At': text('When it happened.', '2026-11-21T10:00:00.000000000Z'),
  },
  body: rawBody({
    content: plainContent('application/json', { id: 788032119674292, updated_at: '2026-11-21T10:00:00Z' }),
    maxBytes: MAX_BODY_BYTES,
  }),
  answers: { 200: { description: 'Stored, or known already, or ignored.', content: plainContent('text/plain', 'ok') } },
  errors: [
    'NOT_FOUND',
    'REQUEST_TOO_LARGE',
    'REQUEST_TIMEOUT',
    'UNAUTHORIZED',
    'METHOD_NOT_ALLOWED',
    'INTERNAL',
    'UNAVAILABLE',
    'TIMEOUT',
  ],
  handler:
    ({ clients }) =>
    async ({ headers, body }) => {
      const webhook = {
        topic: headers['X-Shopify-Topic'],
        shop: headers['X-Shopify-Shop-Domain'],
        eventId: headers['X-Shopify-Event-Id'],
        webhookId: headers['X-Shopify-Webhook-Id'],
        triggeredAt: headers['X-Shopify-Triggered-At'],
        signature: headers['X-Shopify-Hmac-Sha256'],
        body,
      };
      await clients.shopify.receiveWebhook(webhook, { timeoutMs: TIMEOUT_MS.webhook });
      return sendBody(200, 'text/plain; charset=utf-8', Buffer.from('ok'), { 'Cache-Control': 'no-store' });
    },
});

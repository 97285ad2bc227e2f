import type { Clients } from '../../clients.js';
import { TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { readBody } from '../../http/read-body.js';

type Deps = { shopify: Pick<Clients['shopify'], 'receiveWebhook'> };

/** Shopify cuts a product off at 100 variants, which is a fifth of this. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * POST /shopify/webhooks: hands a webhook on as it came, byte for byte, since the signature is over the bytes. 200 says that what it means is
 * stored; Shopify sends it again otherwise. UNAUTHORIZED without Shopify's signature. Not rate-limited: all shops come from the same
 * few addresses. docs/reliability.md R5.7.
 */
export function shopifyWebhooks(deps: Deps): Handler {
  return async (ctx) => {
    const body = await readBody(ctx.req, ctx.res, MAX_BODY_BYTES);
    await deps.shopify.receiveWebhook(
      {
        topic: ctx.get('x-shopify-topic'),
        shop: ctx.get('x-shopify-shop-domain'),
        eventId: ctx.get('x-shopify-event-id'),
        webhookId: ctx.get('x-shopify-webhook-id'),
        triggeredAt: ctx.get('x-shopify-triggered-at'),
        signature: ctx.get('x-shopify-hmac-sha256'),
        body,
      },
      { timeoutMs: TIMEOUT_MS.webhook },
    );
    ctx.status = 200;
    ctx.set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    ctx.body = Buffer.from('ok');
  };
}

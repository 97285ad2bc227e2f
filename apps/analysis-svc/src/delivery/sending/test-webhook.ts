import type { DeliveryTargets } from '@svc/domain';
import { randomId } from '@svc/kit';
import type { DeliveryAttempt } from '../delivery.js';
import { buildWebhookPayload } from '../payload/build-webhook-payload.js';
import { createWebhookSender } from './send-webhook.js';
import type { SenderDeps } from './sender-deps.js';

/** A test delivery and its outcome. */
export interface WebhookTest {
  id: string;
  requestBody: string;
  attempt: DeliveryAttempt;
}

/** `webhook-id` of tests; that of deliveries starts with `msg_`. */
const newTestId = (): string => `test_${randomId()}`;

const EXAMPLE_VARIANT = 'EXAMPLE-1';

/** A payload with every property that each delivery has, and no real data. */
const buildExample = (analysisId: string, now: Date): string =>
  JSON.stringify(
    buildWebhookPayload({
      analysis: {
        id: analysisId,
        createdAt: now,
        answers: { selectionValues: [] },
        colorType: 'LIGHT_SPRING',
        contact: { firstName: 'Test', lastName: 'Example', email: 'test@example.com' },
        source: 'test',
        queryString: null,
        selfieSent: false,
      },
      steps: [],
      funnel: { pageOrigin: 'https://funnel.example', subdomain: 'example', value: 'example', language: 'en' },
      match: { resultPage: false, variants: [EXAMPLE_VARIANT], tabs: [] },
      cards: [
        {
          variantId: EXAMPLE_VARIANT,
          productId: 'EXAMPLE',
          productName: 'Example product',
          variantName: 'Example variant',
          link: 'https://shop.example/products/example',
          color: '#f1d6c1',
          available: true,
        },
      ],
    }),
  );

/** Sends an example once, signed like a delivery. Nothing is stored, whatever the endpoint answers. docs/webhooks.md "Trying it". */
export async function testWebhook(
  deps: SenderDeps,
  webhook: NonNullable<DeliveryTargets['webhook']>,
  signal: AbortSignal,
): Promise<WebhookTest> {
  const id = newTestId();
  const startedAt = deps.clock.now();
  const requestBody = buildExample(id, startedAt);
  const begin = performance.now();
  const outcome = await createWebhookSender(deps, webhook).send({ id, body: requestBody }, signal);
  const { url, status, error, requestHeaders, responseBody } = outcome;
  const durationMs = Math.round(performance.now() - begin);
  return {
    id,
    requestBody,
    attempt: { number: 1, startedAt, durationMs, url, status, error, requestHeaders, responseBody },
  };
}

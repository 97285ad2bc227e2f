import type { AdminClient } from '../api/admin-client.js';
import type { Documents } from '../api/documents.js';
import { ShopifyRefused } from '../api/shopify-error.js';
import type { ShopifySettings } from '../settings.js';

/** Topics of webhooks to subscribe to. The three compliance topics are set in the configuration of the app. */
const TOPICS = [
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'APP_UNINSTALLED',
  'BULK_OPERATIONS_FINISH',
] as const;

/** Subscribes to what is not subscribed yet: Shopify deletes a subscription whose address does not answer for long. */
export async function subscribe(
  { settings, documents }: { settings: ShopifySettings; documents: Documents },
  client: AdminClient,
  signal: AbortSignal,
): Promise<void> {
  const data = await client.request(documents.shop, { topics: TOPICS }, signal);
  const { nodes } = data.webhookSubscriptions as { nodes: { topic: string; uri: string }[] };
  for (const topic of TOPICS) {
    if (nodes.some((node) => node.topic === topic && node.uri === settings.webhooksUrl)) continue;
    const { webhookSubscriptionCreate: created } = await client.request(
      documents.subscribe,
      { topic, uri: settings.webhooksUrl },
      signal,
    );
    const { userErrors } = created as { userErrors: { message: string }[] };
    if (userErrors.length > 0) {
      throw new ShopifyRefused(`Shopify refused a webhook for ${topic}: ${userErrors[0]?.message}.`);
    }
  }
}

import { isSentAs } from '@svc/domain';
import type { WebhookPayload, WebhookProduct } from '../payload/build-webhook-payload.js';
import type { CrmEvent } from './crm-target.js';

/** Maximum number of products in an event: as many as an e-mail shows, well below Klaviyo's limits. */
const MAX_PRODUCTS = 12;
/** Converts a payload to an event; undefined without an e-mail address. Each product list is cut to its first 12 products. */
export function toCrmEvent(deliveryId: string, payload: WebhookPayload): CrmEvent | undefined {
  const { email, first_name: firstName, last_name: lastName, created_at: createdAt, funnel_name: funnel } = payload;
  if (typeof email !== 'string' || email === '') return undefined;
  const allIds = `${funnel}_all`;
  const known = Object.entries(payload).filter(([name, value]) => value !== null && name !== allIds);
  const select = (target: 'profile' | 'event') => Object.fromEntries(known.filter(([name]) => isSentAs(target, name)));
  return {
    uniqueId: deliveryId,
    occurredAt: String(createdAt),
    profile: {
      email,
      ...(typeof firstName === 'string' ? { firstName } : {}),
      ...(typeof lastName === 'string' ? { lastName } : {}),
      properties: select('profile'),
    },
    properties: {
      ...select('event'),
      products: first(payload.products_all),
      tabs: payload.tabs.map(({ key, name, products }) => ({ key, name, products: first(products) })),
    },
  };
}

const first = (products: readonly WebhookProduct[]): WebhookProduct[] => products.slice(0, MAX_PRODUCTS);

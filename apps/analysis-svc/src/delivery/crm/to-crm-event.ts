import type { WebhookPayload, WebhookProduct } from '../build-webhook-payload.js';
import type { CrmEvent } from './crm-target.js';

/** Maximum number of products in an event: as many as an e-mail shows, well below Klaviyo's limits. */
const MAX_PRODUCTS = 12;
/** Payload properties that are not profile properties: they identify the shopper or are sent separately. */
const NON_PROFILE_PROPERTIES = new Set([
  'action',
  'funnel_value',
  'analysis_id',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'source',
  'query_string',
  'products_all',
  'tabs',
]);
const NOT_OF_THE_EVENT = new Set(['action', 'first_name', 'last_name', 'email', 'created_at', 'products_all', 'tabs']);

/** Converts a payload to an event; undefined without an e-mail address. Each product list is cut to its first 12 products. */
export function toCrmEvent(deliveryId: string, payload: WebhookPayload): CrmEvent | undefined {
  const { email, first_name: firstName, last_name: lastName, created_at: createdAt, funnel_name: funnel } = payload;
  if (typeof email !== 'string' || email === '') return undefined;
  const allIds = `${funnel}_all`;
  const known = Object.entries(payload).filter(([name, value]) => value !== null && name !== allIds);
  const without = (names: ReadonlySet<string>) => Object.fromEntries(known.filter(([name]) => !names.has(name)));
  return {
    uniqueId: deliveryId,
    occurredAt: String(createdAt),
    profile: {
      email,
      ...(typeof firstName === 'string' ? { firstName } : {}),
      ...(typeof lastName === 'string' ? { lastName } : {}),
      properties: without(NON_PROFILE_PROPERTIES),
    },
    properties: {
      ...without(NOT_OF_THE_EVENT),
      products: first(payload.products_all),
      tabs: payload.tabs.map(({ key, name, products }) => ({ key, name, products: first(products) })),
    },
  };
}

const first = (products: readonly WebhookProduct[]): WebhookProduct[] => products.slice(0, MAX_PRODUCTS);

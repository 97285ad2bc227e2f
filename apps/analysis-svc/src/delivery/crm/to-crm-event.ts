import type { WebhookPayload, WebhookProduct } from '../build-webhook-payload.js';
import type { CrmEvent } from './crm-target.js';

/** Products that an event names: what an e-mail shows, and far below the limits of events. */
const MAX_PRODUCTS = 12;
/** Properties of the payload that say who or where, or that are told in another way. */
const NOT_OF_THE_PROFILE = new Set([
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

/** What a CRM is told of a finished analysis; undefined without an e-mail address. The first 12 products of each list go with it. */
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
      properties: without(NOT_OF_THE_PROFILE),
    },
    properties: {
      ...without(NOT_OF_THE_EVENT),
      products: first(payload.products_all),
      tabs: payload.tabs.map(({ key, name, products }) => ({ key, name, products: first(products) })),
    },
  };
}

const first = (products: readonly WebhookProduct[]): WebhookProduct[] => products.slice(0, MAX_PRODUCTS);

/**
 * A property of `webhook_payload` that every funnel has. `kind`: its JSON type; `text` may be null. `audience`: where a CRM receives
 * it as a property: with the event only, with the profile of the shopper too, or under a name of the CRM's own.
 */
interface WebhookProperty {
  kind: 'action' | 'name' | 'text' | 'products' | 'tabs';
  audience: 'event' | 'profile' | 'own';
  description?: string;
}

/** Every property of `webhook_payload` that is not the key of a step, in order. docs/contract.md C14. */
export const WEBHOOK_PROPERTIES = {
  action: { kind: 'action', audience: 'own' },
  funnel_name: { kind: 'name', audience: 'profile', description: 'Sub-domain of the funnel.' },
  funnel_value: {
    kind: 'name',
    audience: 'event',
    description: 'The value that the merchant gave the funnel, else its name.',
  },
  analysis_id: { kind: 'name', audience: 'event' },
  analysis_url: { kind: 'name', audience: 'profile', description: 'Result page.' },
  analysis_result: { kind: 'text', audience: 'profile', description: 'Color type; null: the answers give none.' },
  created_at: { kind: 'name', audience: 'own', description: 'ISO 8601, UTC.' },
  first_name: { kind: 'text', audience: 'own' },
  last_name: { kind: 'text', audience: 'own' },
  email: { kind: 'text', audience: 'own' },
  hair_color: { kind: 'text', audience: 'profile' },
  eye_color: { kind: 'text', audience: 'profile' },
  skin_color: { kind: 'text', audience: 'profile' },
  skin_undertone: { kind: 'text', audience: 'profile' },
  age_range: { kind: 'text', audience: 'profile' },
  source: { kind: 'text', audience: 'event' },
  query_string: { kind: 'text', audience: 'event' },
  products_all: {
    kind: 'products',
    audience: 'own',
    description:
      'Best first: the union of the tabs, empty without an enabled tab; the whole assortment where the result page is off.',
  },
  tabs: { kind: 'tabs', audience: 'own', description: '[] where the result page is off.' },
} as const satisfies Record<string, WebhookProperty>;

export type WebhookPropertyName = keyof typeof WEBHOOK_PROPERTIES;
export const WEBHOOK_PROPERTY_NAMES = Object.keys(WEBHOOK_PROPERTIES) as WebhookPropertyName[];

const isNamed = (key: string): key is WebhookPropertyName => Object.hasOwn(WEBHOOK_PROPERTIES, key);

/** True for a name that the payload of this funnel already has, `<sub-domain>_all` among them. */
export const isWebhookProperty = (key: string, subdomain: string): boolean =>
  isNamed(key) || key === `${subdomain}_all`;

/** Whether a CRM receives a property of the payload in a profile or event under the same name. Answers go to both. */
export function isSentAs(target: 'profile' | 'event', key: string): boolean {
  if (!isNamed(key)) return true;
  const { audience } = WEBHOOK_PROPERTIES[key];
  return audience === 'profile' || audience === target;
}

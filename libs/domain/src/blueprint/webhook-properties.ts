/** Properties of `webhook_payload` that are not step keys. docs/contract.md C14. */
export const WEBHOOK_PROPERTIES = [
  'action',
  'funnel_name',
  'funnel_value',
  'analysis_id',
  'analysis_url',
  'analysis_result',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'hair_color',
  'eye_color',
  'skin_color',
  'skin_undertone',
  'age_range',
  'source',
  'query_string',
  'products_all',
  'tabs',
] as const;

/** True for a name that the payload of this funnel already has, `<sub-domain>_all` among them. */
export const isWebhookProperty = (key: string, subdomain: string): boolean =>
  (WEBHOOK_PROPERTIES as readonly string[]).includes(key) || key === `${subdomain}_all`;

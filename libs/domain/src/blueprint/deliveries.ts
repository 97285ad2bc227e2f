export const DELIVERY_TARGETS = ['webhook', 'crm'] as const;
export type DeliveryTargetName = (typeof DELIVERY_TARGETS)[number];

/** Delivery target of the legacy route. */
export interface WebhookEndpoint {
  url: string;
  /** `whsec_…`, Standard Webhooks. */
  secret: string;
}

/** A marketing system that follows Klaviyo's interface: a profile and an event for each finished analysis. */
export interface CrmAccount {
  kind: 'klaviyo';
  /** Private key. */
  apiKey: string;
  /** Default: Klaviyo's own. */
  baseUrl?: string;
  /** The list to which profiles are subscribed is the merchant's business; only profiles with an e-mail address are sent. */
  metric?: string;
}

/** Where a company's submissions go at this moment. */
export interface DeliveryTargets {
  /** The former secret signs as well, as long as it is named. docs/webhooks.md "Changing the secret". */
  webhook: (WebhookEndpoint & { formerSecret?: string | undefined }) | null;
  crm: CrmAccount | null;
}

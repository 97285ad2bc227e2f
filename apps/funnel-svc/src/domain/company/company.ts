import type { CompanySettings, CrmAccount, WebhookEndpoint } from '@svc/domain';

/** The secret that a webhook had before, which signs as well until a time. docs/webhooks.md "Changing the secret". */
export interface FormerSecret {
  secret: string;
  until: Date;
}

/** What a blueprint says about a company itself, defaults filled in. */
export interface CompanyProfile {
  name: string;
  /** BCP 47. */
  language: string;
  /** ISO 4217. */
  currency: string;
  /** 25 characters. */
  companyKey: string;
  domains: string[];
  settings: CompanySettings;
  webhook: WebhookEndpoint | null;
  crm: CrmAccount | null;
}

export interface Company extends CompanyProfile {
  id: string;
  handle: string;
  /** Of the webhook's current address; null: the secret was never changed there. */
  formerWebhookSecret: FormerSecret | null;
  /** Counts applied blueprints that had something to deliver. */
  revision: number;
}

/** The former secret while it still signs. */
export const findFormerSecret = (
  { formerWebhookSecret: former }: Pick<Company, 'formerWebhookSecret'>,
  now: Date,
): FormerSecret | undefined => (former && former.until > now ? former : undefined);

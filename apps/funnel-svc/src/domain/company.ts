import type { CompanySettings, CrmAccount, WebhookEndpoint } from '@svc/domain';

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
  /** Counts applied blueprints that had something to deliver. */
  revision: number;
}

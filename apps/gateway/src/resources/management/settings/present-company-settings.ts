import type { Blueprint, CompanySettings, CrmAccount, WebhookEndpoint } from '@svc/domain';
import type { z } from 'zod';
import type { companySettingsAnswer, companySettingsRequest } from './company-settings-schema.js';

/** What funnel-svc keeps of a company itself, with secrets. */
export interface CompanyDocument {
  name: string;
  language: string;
  currency: string;
  domains: string[];
  settings: CompanySettings;
  webhook: WebhookEndpoint | null;
  crm: CrmAccount | null;
}

export interface StoredSettings extends CompanyDocument {
  companyKey: string;
  /** Until when the webhook's former secret signs as well; null: it does not. */
  formerSecretUntil: Date | null;
}

const LAST = 4;
const toShownSecret = (secret: string) => ({ set: true as const, lastFour: secret.slice(-LAST) });

/** The address without user name and password, which may be credentials of the merchant's server. */
function withoutCredentials(address: string): string {
  const url = URL.parse(address);
  if (!url || (url.username === '' && url.password === '')) return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The settings without their secrets. */
export const presentCompanySettings = ({
  webhook,
  crm,
  formerSecretUntil,
  ...stored
}: StoredSettings): z.input<typeof companySettingsAnswer> => ({
  ...stored,
  settings: { ...stored.settings },
  webhook: webhook && {
    url: withoutCredentials(webhook.url),
    secret: toShownSecret(webhook.secret),
    formerSecretUntil: formerSecretUntil?.toISOString() ?? null,
  },
  crm: crm && { ...crm, apiKey: toShownSecret(crm.apiKey) },
});

/** The change as a company file. Secrets that the request leaves out are those of `current`; an address as it is shown stays. */
export function toBlueprintPart(
  { webhook, crm, ...request }: z.output<typeof companySettingsRequest>,
  current: Pick<StoredSettings, 'webhook' | 'crm'>,
): Blueprint {
  return {
    ...(request as Blueprint),
    ...(webhook === undefined ? {} : { webhook: webhook && keepWebhook(webhook, current.webhook) }),
    ...(crm === undefined ? {} : { crm: crm && keepCrm(crm, current.crm) }),
  };
}

function keepWebhook({ url, secret }: { url: string; secret?: string | undefined }, current: WebhookEndpoint | null) {
  const isUnchanged = current !== null && url === withoutCredentials(current.url);
  // Without a secret, the check of the company file says what it must be.
  return { url: isUnchanged ? current.url : url, secret: secret ?? current?.secret ?? '' };
}

const keepCrm = (
  {
    apiKey,
    baseUrl,
    metric,
  }: { apiKey?: string | undefined; baseUrl?: string | undefined; metric?: string | undefined },
  current: CrmAccount | null,
): CrmAccount => ({
  kind: 'klaviyo',
  apiKey: apiKey ?? current?.apiKey ?? '',
  ...(baseUrl === undefined ? {} : { baseUrl }),
  ...(metric === undefined ? {} : { metric }),
});

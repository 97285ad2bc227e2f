import { type Blueprint, DEFAULT_COMPANY_SETTINGS, DEFAULT_CURRENCY, DEFAULT_LANGUAGE } from '@svc/domain';
import { canonicalJson, randomId } from '@svc/kit';
import type { Company, CompanyProfile, FormerSecret } from '../company/company.js';

/** Keys of a blueprint that this service keeps in the company itself, in the order in which changes are listed. */
const PROFILE_KEYS = ['name', 'language', 'currency', 'domains', 'settings', 'webhook', 'crm', 'companyKey'] as const;

export interface CompanyPlan {
  /** As it will be; `revision` as it was. */
  company: Company;
  isNew: boolean;
  changed: string[];
}

/** How long a webhook's former secret signs as well, in milliseconds. docs/webhooks.md "Changing the secret". */
const SECRETS_OVERLAP_MS = 24 * 3_600_000;

/** The company as the blueprint wants it. Absent keys are left alone; a new company starts with defaults and a company key. */
export function planCompany(
  current: Company | undefined,
  handle: string,
  blueprint: Blueprint,
  now: Date,
): CompanyPlan {
  const before = current ?? newCompany(handle);
  const webhook = blueprint.webhook === undefined ? before.webhook : blueprint.webhook;
  const company: Company = {
    ...before,
    name: blueprint.name ?? before.name,
    language: blueprint.language ?? before.language,
    currency: blueprint.currency ?? before.currency,
    domains: blueprint.domains ?? before.domains,
    settings: blueprint.settings ?? before.settings,
    webhook,
    formerWebhookSecret: keepFormerSecret(before, webhook, now),
    crm: blueprint.crm === undefined ? before.crm : blueprint.crm,
    // null keeps the generated key: a company always has one.
    companyKey: blueprint.companyKey ?? before.companyKey,
  };
  const changed = PROFILE_KEYS.filter((key) => !isEqual(before[key], company[key]));
  if (!current && !changed.includes('companyKey')) changed.push('companyKey');
  return { company, isNew: !current, changed };
}

/** Another address is another receiver, which never had the former secret. */
function keepFormerSecret(before: Company, webhook: Company['webhook'], now: Date): FormerSecret | null {
  if (!before.webhook || webhook?.url !== before.webhook.url) return null;
  if (webhook.secret === before.webhook.secret) return before.formerWebhookSecret;
  return { secret: before.webhook.secret, until: new Date(now.getTime() + SECRETS_OVERLAP_MS) };
}

function newCompany(handle: string): Company {
  const profile: CompanyProfile = {
    name: handle,
    language: DEFAULT_LANGUAGE,
    currency: DEFAULT_CURRENCY,
    companyKey: generateCompanyKey(),
    domains: [],
    settings: DEFAULT_COMPANY_SETTINGS,
    webhook: null,
    crm: null,
  };
  return { id: randomId(), handle, revision: 0, formerWebhookSecret: null, ...profile };
}

/** 25 random letters and digits. docs/contract.md C19.7. */
const generateCompanyKey = (): string => (randomId() + randomId()).slice(0, 25);

/** Equal as documents, whatever the order of keys. */
const isEqual = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

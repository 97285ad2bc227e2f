import type { Blueprint } from '@svc/domain';
import type { Company } from './company.js';
import { getFingerprint } from './fingerprint.js';

/** What a company is itself, as the keys of a company file; with secrets. */
export const toCompanySettings = ({ name, language, currency, domains, settings, webhook, crm }: Company) =>
  ({ name, language, currency, domains, settings, webhook, crm }) satisfies Blueprint;

/** Equal for equal settings, whatever the order of their keys. */
export const getSettingsFingerprint = (company: Company): string => getFingerprint(toCompanySettings(company));

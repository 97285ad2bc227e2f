import type { Blueprint } from '@svc/domain';
import { canonicalJson, sha256 } from '@svc/kit';
import type { Company } from './company.js';

/** What a company is itself, as the keys of a company file; with secrets. */
export const toCompanySettings = ({ name, language, currency, domains, settings, webhook, crm }: Company) =>
  ({ name, language, currency, domains, settings, webhook, crm }) satisfies Blueprint;

const FINGERPRINT_CHARACTERS = 22;

/** Equal for equal settings, whatever the order of their keys. */
export const getSettingsFingerprint = (company: Company): string =>
  sha256(canonicalJson(toCompanySettings(company)))
    .toString('base64url')
    .slice(0, FINGERPRINT_CHARACTERS);

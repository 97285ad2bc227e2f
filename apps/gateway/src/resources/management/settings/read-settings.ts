import { json } from '@svc/kit';
import type { Clients } from '../../../clients.js';
import { toBuffer } from '../../../route/answer.js';
import type { CompanyDocument, StoredSettings } from './present-company-settings.js';

/** What a company is itself, with secrets; the fingerprint names this state. */
export async function readSettings({ funnelAdmin }: Pick<Clients, 'funnelAdmin'>, { handle }: { handle: string }) {
  const answer = await funnelAdmin.getCompanySettings({ handle });
  const { settingsJson, fingerprint, companyKey, formerSecretExpireTime: formerSecretUntil = null } = answer;
  const document = json.decode<CompanyDocument>(toBuffer(settingsJson));
  const stored: StoredSettings = { ...document, companyKey, formerSecretUntil };
  return { stored, fingerprint, headers: { ETag: `"${fingerprint}"` } };
}

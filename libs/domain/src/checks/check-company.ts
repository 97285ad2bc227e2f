import type { Blueprint, CompanySettings, Feed } from '../blueprint/blueprint.js';
import { DEFAULT_LANGUAGE } from '../blueprint/defaults.js';
import type { CrmAccount, WebhookEndpoint } from '../blueprint/deliveries.js';
import { isHandle, isHostName } from '../funnel/host-names.js';
import { isLocale } from '../funnel/localize.js';
import { ANALYSIS_RETENTION_DAYS, MAX_DOMAINS, MAX_FEED_HOURS, MAX_FOREIGN_KEY_LENGTH } from '../limits.js';
import { isCurrency } from './check-catalog.js';
import { type ChatOwner, checkChatSettings } from './check-chat-settings.js';
import { checkComponentSettings } from './check-component-settings.js';
import { checkTheme } from './check-theme.js';
import { checkCount, checkInteger, checkName, checkUnique, checkUrl } from './check-values.js';
import type { ExistingCompany } from './existing-company.js';
import { isTimeZone } from './is-time-zone.js';
import type { Path, Problems } from './problems.js';

/** The 25-character key of the browser components. docs/contract.md C19. */
export const isCompanyKey = (text: string): boolean => /^[A-Za-z0-9]{25}$/.test(text);

/** Standard Webhooks secret: `whsec_` and base64. */
const WEBHOOK_SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const MAX_SECRET_LENGTH = 200;
const SECRET_BYTES = [24, 64] as const;
/** Printable ASCII: it is sent in a header. */
const FOREIGN_KEY = /^[\x21-\x7e]+$/;

/** Checks the company's own keys. Funnels, sets, tagging and the catalog have checks of their own. */
export function checkCompany(
  blueprint: Blueprint,
  existing: ExistingCompany,
  subdomains: ReadonlySet<string>,
  problems: Problems,
): void {
  const { handle, name, language, currency, domains, companyKey, settings, webhook, crm, feed } = blueprint;
  if (handle !== undefined && !isHandle(handle))
    problems.add(['handle'], 'The handle must have 2 to 40 characters of a–z, 0–9 and "-".');
  else if (handle !== undefined && existing.handle !== undefined && handle !== existing.handle)
    problems.add(['handle'], `The handle must be "${existing.handle}", the handle of the address, or be left out.`);
  if (name !== undefined) checkName(name, ['name'], problems);
  if (language !== undefined && !isLocale(language))
    problems.add(['language'], 'The language must be a BCP 47 language tag, for example "en" or "de-AT".');
  if (currency !== undefined && !isCurrency(currency))
    problems.add(['currency'], 'The currency must be an ISO 4217 code in capitals, for example "EUR".');
  if (domains) checkDomains(domains, ['domains'], problems);
  if (typeof companyKey === 'string') {
    if (!isCompanyKey(companyKey))
      problems.add(['companyKey'], 'The company key must have exactly 25 letters and digits, or be null.');
    else if (existing.taken?.companyKeys?.includes(companyKey))
      problems.add(['companyKey'], 'The company key must be unique: another company has this one.');
  }
  if (settings) {
    checkSettings(settings, subdomains, ['settings'], problems);
    checkChatSettings(settings.chat, getChatOwner(blueprint, existing), ['settings', 'chat'], problems);
  }
  if (webhook) checkWebhook(webhook, ['webhook'], problems);
  if (crm) checkCrm(crm, ['crm'], problems);
  if (feed) checkFeed(feed, ['feed'], problems);
}

/** The company as it will be. */
export const getChatOwner = ({ domains, language }: Blueprint, existing: ExistingCompany): ChatOwner => ({
  domains: domains ?? existing.domains ?? [],
  language: language ?? existing.language ?? DEFAULT_LANGUAGE,
});

function checkDomains(domains: readonly string[], path: Path, problems: Problems): void {
  checkCount(domains, MAX_DOMAINS, 'domains', path, problems);
  checkUnique(domains, (domain) => domain, { path, what: 'domain' }, problems);
  domains.forEach((domain, index) => {
    if (!isHostName(domain))
      problems.add(
        [...path, index],
        'The domain must be a host name in lower case without https://, for example "shop.glow.example".',
      );
  });
}

function checkSettings(settings: CompanySettings, subdomains: ReadonlySet<string>, path: Path, problems: Problems) {
  const { theme, privacyUrl, timeZone, analysisRetentionDays: days } = settings;
  checkComponentSettings(settings, subdomains, path, problems);
  checkTheme(theme, [...path, 'theme'], problems);
  checkUrl(privacyUrl, [...path, 'privacyUrl'], problems);
  if (!isTimeZone(timeZone))
    problems.add([...path, 'timeZone'], 'The time zone must be one of the IANA list, for example "Europe/Berlin".');
  const [least, most] = ANALYSIS_RETENTION_DAYS;
  if (days !== null && !(Number.isInteger(days) && days >= least && days <= most)) {
    problems.add(
      [...path, 'analysisRetentionDays'],
      `The retention of analyses must be a whole number of days, ${least} to ${most}, or null.`,
    );
  }
}

function checkWebhook(webhook: WebhookEndpoint, path: Path, problems: Problems): void {
  checkUrl(webhook.url, [...path, 'url'], problems);
  if (webhook.secret.length > MAX_SECRET_LENGTH || !WEBHOOK_SECRET.test(webhook.secret))
    problems.add([...path, 'secret'], 'The secret must be "whsec_" followed by base64 of 24 random bytes or more.');
}

/** Any length is accepted, so that a merchant's existing keys continue to work. docs/reliability.md R4.2. */
export function warnAboutWebhook(
  webhook: WebhookEndpoint,
  path: Path,
  warn: (path: Path, message: string) => void,
): void {
  const bytes = Math.floor((webhook.secret.slice('whsec_'.length).replace(/=+$/, '').length * 3) / 4);
  const [least, most] = SECRET_BYTES;
  if (bytes < least || bytes > most)
    warn(
      [...path, 'secret'],
      `This secret has ${bytes} bytes; Standard Webhooks requires ${least} to ${most} random ones, and receivers may refuse others.`,
    );
}

/** The key is never repeated in a message. */
function checkCrm({ apiKey, baseUrl, metric }: CrmAccount, path: Path, problems: Problems): void {
  if (apiKey.length > MAX_FOREIGN_KEY_LENGTH || !FOREIGN_KEY.test(apiKey))
    problems.add(
      [...path, 'apiKey'],
      `The API key must be the private key as the CRM shows it: at most ${MAX_FOREIGN_KEY_LENGTH} characters without spaces.`,
    );
  checkUrl(baseUrl, [...path, 'baseUrl'], problems);
  if (metric !== undefined) checkName(metric, [...path, 'metric'], problems);
}

function checkFeed(feed: Feed, path: Path, problems: Problems): void {
  checkUrl(feed.url, [...path, 'url'], problems);
  checkInteger(feed.everyHours, [1, MAX_FEED_HOURS], [...path, 'everyHours'], problems);
}

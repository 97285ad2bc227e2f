/** What the shop page may set, all optional. docs/contract.md C19. */
export interface SvcAiSettings {
  /** Company key; unset: the domain decides. */
  COMPANY_ID?: string;
  /** Shop-system id of the product of this page; unset: the page's address decides. */
  PRODUCT_ID?: string;
  INCLUDE_DRAFT_FUNNEL?: boolean;
  NO_AUTOMATIC_COMPONENT_CREATION?: boolean;
  PLATFORM_BASE_URL?: string;
  TRACKING_BASE_URL?: string;
  /** The visitor's answer to the shop's consent question; unset: the company's settings decide. */
  CONSENT?: 'granted' | 'denied';
}

declare global {
  interface Window {
    SVC_AI?: SvcAiSettings;
  }
}

/** Settings with defaults filled in. */
export interface Settings {
  companyId: string | null;
  productId: string | null;
  includeDraftFunnel: boolean;
  noAutomaticComponentCreation: boolean;
  /** Without a slash at the end. */
  platformBaseUrl: string;
  trackingBaseUrl: string;
  consent: 'granted' | 'denied' | null;
}

/**
 * Reads `window.SVC_AI`. The page wrote it, so nothing is taken on trust: a value of another type counts as unset, and an
 * address that is not http(s) too. A product id may be a number, as templates of shop systems print it.
 * @param defaults - addresses of the platform that served the script.
 * @param onInvalid - receives the name of each setting whose value counts as unset although it is there.
 */
export function readSettings(
  page: { SVC_AI?: unknown },
  defaults: Pick<Settings, 'platformBaseUrl' | 'trackingBaseUrl'>,
  onInvalid?: (name: keyof SvcAiSettings) => void,
): Settings {
  const given: Record<string, unknown> = isRecord(page.SVC_AI) ? page.SVC_AI : {};
  const read = <T>(name: keyof SvcAiSettings, parse: (value: unknown) => T | null): T | null => {
    const value = given[name];
    const parsed = parse(value);
    if (parsed === null && value !== undefined && value !== null && value !== '') onInvalid?.(name);
    return parsed;
  };
  return {
    companyId: read('COMPANY_ID', toText),
    productId: read('PRODUCT_ID', toText),
    includeDraftFunnel: read('INCLUDE_DRAFT_FUNNEL', toFlag) ?? false,
    noAutomaticComponentCreation: read('NO_AUTOMATIC_COMPONENT_CREATION', toFlag) ?? false,
    platformBaseUrl: read('PLATFORM_BASE_URL', toBaseUrl) ?? defaults.platformBaseUrl,
    trackingBaseUrl: read('TRACKING_BASE_URL', toBaseUrl) ?? defaults.trackingBaseUrl,
    consent: read('CONSENT', toConsent),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const toFlag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const toConsent = (value: unknown): 'granted' | 'denied' | null =>
  value === 'granted' || value === 'denied' ? value : null;

function toText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function toBaseUrl(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value.replace(/\/+$/, '') : null;
}

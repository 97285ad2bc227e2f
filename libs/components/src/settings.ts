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
  const given = Object(page.SVC_AI) as Record<string, unknown>;
  const read = <T>(name: keyof SvcAiSettings, isValid: (value: unknown) => value is T): T | null => {
    const raw = given[name] ?? '';
    const value = typeof raw === 'string' || Number.isSafeInteger(raw) ? `${raw}`.trim() : raw;
    if (isValid(value)) return value;
    if (value !== '') onInvalid?.(name);
    return null;
  };
  return {
    companyId: read('COMPANY_ID', isText),
    productId: read('PRODUCT_ID', isText),
    includeDraftFunnel: read('INCLUDE_DRAFT_FUNNEL', isFlag) ?? false,
    noAutomaticComponentCreation: read('NO_AUTOMATIC_COMPONENT_CREATION', isFlag) ?? false,
    platformBaseUrl: read('PLATFORM_BASE_URL', isWebAddress)?.replace(/\/+$/, '') ?? defaults.platformBaseUrl,
    trackingBaseUrl: read('TRACKING_BASE_URL', isWebAddress)?.replace(/\/+$/, '') ?? defaults.trackingBaseUrl,
    consent: read('CONSENT', isConsent),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

const isConsent = (value: unknown): value is 'granted' | 'denied' => value === 'granted' || value === 'denied';

const isWebAddress = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:/i.test(value);

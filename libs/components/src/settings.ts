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
  companyId: string | undefined;
  productId: string | undefined;
  includeDraftFunnel: boolean;
  noAutomaticComponentCreation: boolean;
  /** Without a slash at the end. */
  platformBaseUrl: string;
  trackingBaseUrl: string;
  consent: 'granted' | 'denied' | undefined;
}

/**
 * Reads `window.SVC_AI`. The page wrote it, so nothing is taken on trust: a value of another type counts as unset, and an
 * address that is not http(s) too. A product id may be a number, as templates of shop systems print it.
 * @param origin - of the platform that served the script, for addresses that are unset.
 * @param onInvalid - receives the name of each setting whose value counts as unset although it is there.
 */
export function readSettings(
  page: { SVC_AI?: unknown },
  origin: string,
  onInvalid: (name: keyof SvcAiSettings) => void,
): Settings {
  const read = <T extends string | boolean>(
    name: keyof SvcAiSettings,
    isValid: (value: string) => unknown = isGiven,
    type = 'string',
  ): T | undefined => {
    try {
      const raw = Object(page.SVC_AI)[name] ?? '';
      const value = typeof raw === 'string' || Number.isSafeInteger(raw) ? `${raw}`.trim() : raw;
      if (typeof value === type && isValid(value)) return value;
      if (value === '') return undefined;
    } catch {
      // A getter of the page throws.
    }
    onInvalid(name);
    return undefined;
  };
  const readFlag = (name: keyof SvcAiSettings): boolean => read(name, () => true, 'boolean') ?? false;
  const readAddress = (name: keyof SvcAiSettings): string =>
    (read<string>(name, isWebAddress) ?? origin).replace(/\/+$/, '');
  return {
    companyId: read('COMPANY_ID'),
    productId: read('PRODUCT_ID'),
    includeDraftFunnel: readFlag('INCLUDE_DRAFT_FUNNEL'),
    noAutomaticComponentCreation: readFlag('NO_AUTOMATIC_COMPONENT_CREATION'),
    platformBaseUrl: readAddress('PLATFORM_BASE_URL'),
    trackingBaseUrl: readAddress('TRACKING_BASE_URL'),
    consent: read('CONSENT', (value) => /^(granted|denied)$/.test(value)),
  };
}

const isGiven = (value: string): unknown => value;

const isWebAddress = (value: string): boolean => /^https?:/i.test(value) && URL.canParse(value);

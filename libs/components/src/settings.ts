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
}

/**
 * Reads `window.SVC_AI`. The page wrote it, so nothing is taken on trust: a value of another type counts as unset, and an
 * address that is not http(s) too. A product id may be a number, as templates of shop systems print it.
 * @param defaults - addresses of the platform that served the script.
 */
export function readSettings(
  page: { SVC_AI?: unknown },
  defaults: Pick<Settings, 'platformBaseUrl' | 'trackingBaseUrl'>,
): Settings {
  const given: Record<string, unknown> = isRecord(page.SVC_AI) ? page.SVC_AI : {};
  return {
    companyId: toText(given.COMPANY_ID),
    productId: toText(given.PRODUCT_ID),
    includeDraftFunnel: given.INCLUDE_DRAFT_FUNNEL === true,
    noAutomaticComponentCreation: given.NO_AUTOMATIC_COMPONENT_CREATION === true,
    platformBaseUrl: toBaseUrl(given.PLATFORM_BASE_URL) ?? defaults.platformBaseUrl,
    trackingBaseUrl: toBaseUrl(given.TRACKING_BASE_URL) ?? defaults.trackingBaseUrl,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function toText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function toBaseUrl(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value.replace(/\/+$/, '') : null;
}

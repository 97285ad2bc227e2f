import type { Settings } from '../settings.js';
import type { ComponentConfig } from './component-config.js';
import type { WarningCode } from './runtime.js';

export interface ConfigClient {
  /** One shared request. Null: it failed; the reason was logged, and the next call tries again. */
  get(): Promise<ComponentConfig | null>;
  /** Forgets the answer: the settings that it depends on changed. */
  reset(): void;
}

/**
 * Requests the configuration of the company of `COMPANY_ID`, else of the page's host. Never rejects.
 * @param host - of the page, with its port.
 * @param getLanguage - BCP 47.
 */
export function createConfigClient(
  host: string,
  getSettings: () => Settings,
  getLanguage: () => string,
  warn: (code: WarningCode, text: string) => void,
): ConfigClient {
  let request: Promise<ComponentConfig | null> | undefined;

  async function fetchConfig(): Promise<ComponentConfig | null> {
    const { companyId, includeDraftFunnel, platformBaseUrl } = getSettings();
    const query = new URLSearchParams({
      [companyId ? 'company' : 'domain']: companyId ?? host,
      locale: getLanguage(),
      ...(includeDraftFunnel && { drafts: '1' }),
    });
    let code: WarningCode = 'config';
    try {
      // A request without credentials and without headers of its own needs no preflight.
      const response = await fetch(`${platformBaseUrl}/api/components/v1/config?${query}`, { credentials: 'omit' });
      const body = await response.json();
      if (response.ok && body.funnels.length >= 0) return body;
      if (response.status === 404) code = companyId ? 'company' : 'domain';
      throw body.message;
    } catch (error) {
      warn(code, `${error}`);
      return null;
    }
  }

  return {
    get: () =>
      (request ??= fetchConfig().then((config) => {
        if (!config) request = undefined;
        return config;
      })),
    reset() {
      request = undefined;
    },
  };
}

import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';

/** Requests a funnel that the configuration of the page does not name. Undefined: there is none, or no answer. Never rejects. */
export async function fetchFunnel({ settings }: Runtime, name: string): Promise<ComponentFunnel | undefined> {
  const { companyId, includeDraftFunnel, platformBaseUrl } = settings;
  const query = new URLSearchParams({
    [companyId ? 'company' : 'domain']: companyId ?? location.host,
    funnel: name,
    ...(includeDraftFunnel && { drafts: '1' }),
  });
  try {
    const response = await fetch(`${platformBaseUrl}/api/components/v1/config?${query}`, { credentials: 'omit' });
    const { funnels } = (await response.json()) as ComponentConfig;
    return funnels.find(({ subdomain }) => subdomain === name);
  } catch {
    return undefined;
  }
}

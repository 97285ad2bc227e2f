import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { loadActions } from './page-data.js';

/** The funnel of that name; requested where the company has more funnels than the configuration names. Never rejects. */
export async function lookUpFunnel(
  runtime: Runtime,
  { funnels, hasMoreFunnels }: ComponentConfig,
  name: string | null,
): Promise<ComponentFunnel | undefined> {
  const listed = funnels.find(({ subdomain }) => subdomain === name);
  return listed || !name || !hasMoreFunnels ? listed : (await loadActions(runtime))?.fetchFunnel(runtime, name);
}

/**
 * The funnel of that name, else the company's default funnel; null and a warning when there is none. Null also where the company
 * does not list the page's domain: browsers refuse its frames there.
 */
export async function findFunnel(
  runtime: Runtime,
  config: ComponentConfig,
  name: string | false,
): Promise<ComponentFunnel | null> {
  if (!config.domainAllowed) return null;
  const wanted = name || config.defaultFunnel;
  const funnel = await lookUpFunnel(runtime, config, wanted);
  if (!funnel) runtime.warn('funnel', wanted ? `No published funnel ${wanted}.` : 'Set funnel: there is no default.');
  return funnel ?? null;
}

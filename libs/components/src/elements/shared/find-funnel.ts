import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';

/**
 * The funnel of that name, else the company's default funnel; null and a warning when there is none. Null also where the company
 * does not list the page's domain: browsers refuse its frames there.
 */
export function findFunnel(runtime: Runtime, config: ComponentConfig, name: string | false): ComponentFunnel | null {
  if (!config.domainAllowed) return null;
  const wanted = name || config.defaultFunnel;
  const funnel = config.funnels.find(({ subdomain }) => subdomain === wanted);
  if (!funnel) runtime.warn('funnel', wanted ? `No published funnel ${wanted}.` : 'Set funnel: there is no default.');
  return funnel ?? null;
}

import type { TagUsage } from '@svc/domain';
import { json } from '@svc/kit';
import type { Clients } from '../../../../clients.js';
import { toBuffer } from '../../../../route/answer.js';
import { getCompany } from '../../management.js';
import { TEMPLATE_KEYS, TEMPLATES, type TemplateKey } from './templates.js';
import { type TemplateContent, toSteps } from './to-steps.js';

type Deps = Pick<Clients, 'funnelAdmin' | 'matcherAdmin'>;

/** Every template as the company would have it. Fails with NOT_FOUND or MATCHER_FAILURE. */
export async function loadTemplates(clients: Deps, handle: string) {
  const prepare = await createPreparation(clients, handle);
  return TEMPLATE_KEYS.map((key) => {
    const { name, description } = TEMPLATES[key];
    const toText = ([en, de]: typeof name) => ({ en, de });
    return { key, name: toText(name), description: toText(description), ...prepare(key) };
  });
}

/** One of them. */
export const loadTemplate = async (clients: Deps, handle: string, key: TemplateKey): Promise<TemplateContent> =>
  (await createPreparation(clients, handle))(key);

async function createPreparation({ funnelAdmin, matcherAdmin }: Deps, handle: string) {
  const { companyId, language } = await getCompany({ funnelAdmin }, { handle });
  const { usageJson } = await matcherAdmin.getTagUsage({ companyId });
  const used = json.decode<TagUsage[]>(toBuffer(usageJson)).filter(({ variants }) => variants > 0);
  const known = new Set(used.map(({ tag }) => tag));
  return (key: TemplateKey): TemplateContent => toSteps(TEMPLATES[key], language, (tag) => known.has(tag));
}

import type { ContractApi } from './contract-api.js';
import { contractCompany, options, products, question } from './contract-company.js';

/** The one question of every funnel here. */
const STEPS = { steps: [question(1, options('dry', 'oily'))] };

const tab = (key: string, tags: string[], rest: object = {}) => ({
  key,
  name: { fr: `${key} fr`, de: `${key} de` },
  select: { tags, productIds: [], sets: [] },
  ...rest,
});

const TABS = [
  tab('CARE', ['skin:dry', 'skin:plain'], { description: { fr: 'Soin', de: 'Pflege' }, maxItemsToShow: 1 }),
  tab('EVERY', ['skin:dry', 'skin:oily', 'skin:plain', 'skin:Dry']),
  tab('NONE', []),
  tab('HIDDEN', ['skin:off'], { enabled: false }),
];

const funnel = (subdomain: string, rest: object = {}) => ({ subdomain, name: subdomain, published: STEPS, ...rest });

/** One product with two variants, one of each other kind, one whose variant is gone, one with an id beyond ASCII. */
function catalog() {
  const all = products('dry-1', 'dry-2', 'oily-1', 'plain-1', 'Dry-3', 'off-1', 'gone-1', 'Crème-😀');
  for (const { variants } of all) {
    if (variants[0]?.shopSystemId === 'dry-1')
      variants.push({ shopSystemId: 'dry-1b', name: 'second', available: true });
    if (variants[0]?.shopSystemId === 'gone-1') variants[0].available = false;
  }
  return { products: all };
}

export type Matching = Awaited<ReturnType<typeof startMatching>>;

/** Applies a company with funnels for every case of the match route, and submits an analysis to each, by its name. */
export async function startMatching(api: ContractApi) {
  const applied = await api.apply(
    'matching',
    contractCompany({
      catalog: catalog(),
      funnels: [
        funnel('tabs', { resultPage: { enabled: true, tabs: TABS } }),
        funnel('off', { resultPage: { enabled: false, tabs: TABS } }),
        funnel('empty', { resultPage: { enabled: true, tabs: [] } }),
        funnel('narrow', { assortment: { tags: ['skin:plain'], productIds: ['P-dry-2'] } }),
        funnel('draft-only', { draft: { steps: [question(1, options('dry', 'oily', 'plain'))] } }),
      ],
    }),
  );
  const key = await api.management.createKey('matching');
  const funnelId = (subdomain: string): string => applied.funnels[subdomain].id;
  const submit = (subdomain: string, selectedKey: string, rest: object = {}) =>
    api.analysis(key, { funnelId: funnelId(subdomain), selectionValues: [{ stepId: 1, selectedKey }], ...rest });
  const analyses: Record<string, string> = {
    tabs: await submit('tabs', 'dry'),
    'tabs, oily': await submit('tabs', 'oily'),
    off: await submit('off', 'dry'),
    empty: await submit('empty', 'dry'),
    narrow: await submit('narrow', 'dry'),
    'narrow, oily': await submit('narrow', 'oily'),
    preview: await submit('draft-only', 'plain', { createdWithVersionId: applied.funnels['draft-only'].draft.id }),
  };
  const matches = (name: string, query = '', call = {}) => api.matches(analyses[name] as string, query, call);
  return {
    ...{ key, funnelId, analyses, matches },
    /** The ids of a match, which must be a success. */
    async matched(name: string, query = ''): Promise<string[]> {
      const { status, text, body } = await matches(name, query);
      if (status !== 200) throw new Error(`The match of ${name} is ${status}: ${text}`);
      return body.matchedVariants;
    },
  };
}

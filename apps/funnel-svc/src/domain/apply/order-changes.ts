/** Paths below the company, in the order in which management names the keys of a blueprint. */
const COMPANY_KEYS = [
  'name',
  'language',
  'currency',
  'domains',
  'settings',
  'webhook',
  'crm',
  'companyKey',
  'tagging',
  'sets',
  'catalog',
  'feed',
];
const FUNNEL_KEYS = [
  'host',
  'name',
  'value',
  'paused',
  'archived',
  'assortment',
  'matching',
  'resultPage',
  'published',
  'draft',
];

/**
 * The `changed` list of an answer: each path once, company first, then funnels in file order. A new funnel is
 * listed as `funnels/<subdomain>`, which stands for everything below it.
 * @param paths - as this service and the participants name them, funnels by sub-domain.
 * @param subdomains - in file order.
 */
export function orderChanges(paths: readonly string[], subdomains: readonly string[]): string[] {
  const given = new Set(paths);
  return [
    ...COMPANY_KEYS.filter((key) => given.has(key)),
    ...subdomains.flatMap((subdomain) => {
      const path = `funnels/${subdomain}`;
      return given.has(path) ? [path] : FUNNEL_KEYS.map((key) => `${path}/${key}`).filter((below) => given.has(below));
    }),
  ];
}

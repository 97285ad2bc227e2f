/** Files of e2e/system/contract, by the service whose rules they mostly show. */
const BY_SERVICE = {
  'funnel-svc': ['funnel', 'keys', 'versions'],
  'analysis-svc': ['analyses', 'bodies', 'keys'],
  'matcher-svc': ['match-caching', 'matches'],
  'catalog-sync': ['matches'],
};

/** What every route goes through. */
const SHARED = /^(apps\/gateway|libs\/(kit|proto|domain))\//;

/**
 * The contract files that changes may concern. Tests of a project are its own; pages are checked by `tools`.
 * @param {readonly string[]} paths - of what changed, relative to the root
 * @returns {string[]} relative to `e2e`
 */
export function toContractFiles(paths) {
  const code = paths.filter((path) => /\/(src|proto)\//.test(path) && !path.endsWith('.test.ts'));
  if (code.some((path) => SHARED.test(path))) return ['system/contract/'];
  const names = Object.entries(BY_SERVICE)
    .filter(([service]) => code.some((path) => path.startsWith(`apps/${service}/`)))
    .flatMap(([, files]) => files);
  return [...new Set(names)].map((name) => `system/contract/${name}.test.ts`);
}

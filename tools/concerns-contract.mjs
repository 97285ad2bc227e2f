/** Code that the v1 routes go through. Tests of a project are its own; pages are checked by `tools`. */
const BEHIND_ROUTES =
  /^(apps\/(gateway|funnel-svc|analysis-svc|matcher-svc|catalog-sync)|libs\/(kit|proto|domain))\/(src|proto)\//;

/**
 * Whether changes may concern what `e2e/system/contract` tests.
 * @param {readonly string[]} paths - of what changed, relative to the root
 */
export function concernsContract(paths) {
  return paths.some((path) => BEHIND_ROUTES.test(path) && !path.endsWith('.test.ts'));
}

import type { Schemas } from '../../api/client.js';
import { type EndableTest, findEndedTests } from '../releases/settings/find-ended-tests.js';

/** Running tests that renaming a tag ends: it publishes versions and settings, and replaces the tagging. docs/insight.md N13.8. */
export function findTestsOfRename<T extends EndableTest>(tests: readonly T[], places: Schemas['TagRename']): T[] {
  const { products, variants, catalogProducts, catalogVariants, rules, tabs, assortments, published } = places;
  const toPart = (name: string) => (subdomain: string) => ({ part: `funnels/${subdomain}/${name}` });
  const parts = [
    ...(products + variants + catalogProducts + catalogVariants > 0 ? [{ part: 'tagging' }] : []),
    ...rules.map(({ subdomain }) => subdomain).map(toPart('matching')),
    ...tabs.map(({ subdomain }) => subdomain).map(toPart('resultPage')),
    ...assortments.map(toPart('assortment')),
  ];
  const ofSettings = new Set(findEndedTests(tests, parts));
  const isPublished = ({ kind, funnel }: T) =>
    kind === 'QUESTIONNAIRE' && funnel !== null && published.includes(funnel);
  return tests.filter((test) => ofSettings.has(test) || isPublished(test));
}

import { INTERACTIONS } from './analysis-fact.js';
import type { FactDimensions, FactSums, WholeFact } from './fact-sums.js';

const pick = ({ funnelId, versionId, locale, source }: FactDimensions) => ({ funnelId, versionId, locale, source });
const same = (a: FactDimensions, b: FactDimensions) => JSON.stringify(pick(a)) === JSON.stringify(pick(b));
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The definition of the figures, one after the other: slow and obvious. docs/insight.md N21. */
export function naiveFactSums(all: readonly WholeFact[]): FactSums {
  const groups = all.map(pick).filter((one, index, list) => list.findIndex((other) => same(one, other)) === index);
  const count = (facts: readonly WholeFact[], test: (fact: WholeFact) => boolean) => facts.filter(test).length;
  const interactions = (facts: readonly WholeFact[], variantId?: string) => {
    const counts = INTERACTIONS.map((name) => [
      name,
      count(facts, ({ variants }) =>
        variants.some(
          (one) => (variantId === undefined || one.variantId === variantId) && one.interactions.includes(name),
        ),
      ),
    ]);
    return Object.fromEntries(counts) as Record<(typeof INTERACTIONS)[number], number>;
  };
  const result: FactSums = { analyses: [], options: [], variants: [] };
  for (const group of groups) {
    const own = all.filter((fact) => same(fact, group));
    const first = own.filter(({ isRetake }) => isRetake !== true);
    result.analyses.push({
      ...group,
      analyses: first.length,
      retakes: count(own, ({ isRetake }) => isRetake === true),
      retakesKnown: count(own, ({ isRetake }) => isRetake !== null),
      asked: count(first, ({ askedContact }) => askedContact.length > 0),
      given: count(
        first,
        ({ askedContact, givenContact }) => givenContact.filter((field) => askedContact.includes(field)).length > 0,
      ),
      ...interactions(first),
    });
    for (const stepId of distinct(first.flatMap(({ steps }) => steps.map((step) => step.stepId)))) {
      const shown = first.filter(({ steps }) => steps.some((step) => step.stepId === stepId));
      const keys = distinct(
        shown.flatMap(({ steps }) => steps.filter((one) => one.stepId === stepId).flatMap((one) => one.optionKeys)),
      );
      result.options.push({ ...group, stepId, optionKey: '', analyses: shown.length });
      for (const optionKey of keys) {
        const chose = count(shown, ({ steps }) =>
          steps.some((step) => step.stepId === stepId && step.optionKeys.includes(optionKey)),
        );
        result.options.push({ ...group, stepId, optionKey, analyses: chose });
      }
    }
    for (const variantId of distinct(first.flatMap(({ variants }) => variants.map((one) => one.variantId)))) {
      result.variants.push({ ...group, variantId, ...interactions(first, variantId) });
    }
  }
  return result;
}

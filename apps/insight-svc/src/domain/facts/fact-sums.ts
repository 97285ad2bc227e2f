import { getOrAdd } from '../get-or-add.js';
import { type AnalysisEvents, type AnalysisFact, INTERACTIONS, type Interaction } from './analysis-fact.js';

/** An analysis with what was done with its matches. */
export type WholeFact = Omit<AnalysisFact, 'analysisHash' | 'companyId' | 'createdAt' | 'experimentId'> &
  Pick<AnalysisEvents, 'variants'>;

/** What sums are kept by. */
export type FactDimensions = Pick<AnalysisFact, 'funnelId' | 'versionId' | 'locale' | 'source'>;
type Interactions = Record<Interaction, number>;

/** Sums of one day. */
export interface FactSums {
  analyses: (FactDimensions &
    Interactions & { analyses: number; retakes: number; retakesKnown: number; asked: number; given: number })[];
  /** An empty key: analyses that were shown the step. */
  options: (FactDimensions & { stepId: number; optionKey: string; analyses: number })[];
  variants: (FactDimensions & Interactions & { variantId: string })[];
}

/** Adds up analyses. A retake counts as a retake only. docs/insight.md N21. Cost: linear in answers and events. */
export function createFactSums(): { add(fact: WholeFact): void; get(): FactSums } {
  const analyses = new Map<string, FactSums['analyses'][number]>();
  const options = new Map<string, FactSums['options'][number]>();
  const variants = new Map<string, FactSums['variants'][number]>();
  return {
    add(fact) {
      const { funnelId, versionId, locale, source } = fact;
      const dimensions = { funnelId, versionId, locale, source };
      const key = JSON.stringify(Object.values(dimensions));
      const sum = getOrAdd(analyses, key, () => ({
        ...{ ...dimensions, ...none(), analyses: 0, retakes: 0, retakesKnown: 0, asked: 0, given: 0 },
      }));
      if (fact.isRetake !== null) sum.retakesKnown += 1;
      if (fact.isRetake) {
        sum.retakes += 1;
        return;
      }
      sum.analyses += 1;
      if (fact.askedContact.length > 0) {
        sum.asked += 1;
        // Contact data may come from elsewhere, such as a submission by a server.
        if (fact.givenContact.some((field) => fact.askedContact.includes(field))) sum.given += 1;
      }
      for (const { stepId, optionKeys } of fact.steps) {
        for (const optionKey of ['', ...optionKeys]) {
          const option = getOrAdd(options, `${key}${stepId} ${optionKey}`, () => ({
            ...{ ...dimensions, stepId, optionKey, analyses: 0 },
          }));
          option.analyses += 1;
        }
      }
      const done = new Set<Interaction>();
      for (const { variantId, interactions } of fact.variants) {
        const variant = getOrAdd(variants, `${key}${variantId}`, () => ({ ...dimensions, ...none(), variantId }));
        for (const interaction of interactions) {
          variant[interaction] += 1;
          done.add(interaction);
        }
      }
      for (const interaction of done) sum[interaction] += 1;
    },
    get: () => ({
      analyses: [...analyses.values()],
      options: [...options.values()],
      variants: [...variants.values()],
    }),
  };
}

const none = (): Interactions => Object.fromEntries(INTERACTIONS.map((name) => [name, 0])) as Interactions;

import {
  type CatalogSnapshot,
  type Consequence,
  DEFAULT_ASSORTMENT,
  DEFAULT_MATCHING,
  DEFAULT_RESULT_PAGE,
  type FunnelMatching,
  type ProductSet,
  type Rule,
  type Step,
  type Tagging,
} from '@svc/domain';
import { buildSelection, buildStep } from '@svc/domain/testing';
import { compileAssortment } from '../compile/compile-assortment.js';
import { type CompiledFunnel, compileFunnel } from '../compile/compile-funnel.js';
import { type MatchRequest, matchVariants } from '../rank/match-variants.js';
import { textAt } from '../structures/text-table.js';

/** What a match is made from, uncompiled. */
export interface TestCompany {
  snapshot: CatalogSnapshot;
  tagging: Tagging;
  sets: ProductSet[];
  funnel: FunnelMatching;
  steps: Step[];
}

/** A company whose products have one variant each: id to tags. */
export function createCompany(
  variants: Record<string, string[]>,
  rest: Partial<Omit<TestCompany, 'snapshot' | 'funnel'>> & { funnel?: Partial<FunnelMatching> } = {},
): TestCompany {
  const entries = Object.entries(variants);
  return {
    snapshot: {
      version: 1,
      products: entries.map(([id]) => ({ id: `P-${id}`, tags: [] })),
      variants: entries.map(([id, tags], product) => ({ id, product, available: true, tags })),
    },
    tagging: rest.tagging ?? { products: {}, variants: {} },
    sets: rest.sets ?? [],
    steps: rest.steps ?? [],
    funnel: {
      assortment: DEFAULT_ASSORTMENT,
      matching: DEFAULT_MATCHING,
      resultPage: DEFAULT_RESULT_PAGE,
      ...rest.funnel,
    },
  };
}

/** A single-selection step with options that act by these tags. */
export function createStep(
  id: number,
  options: Record<string, Partial<Step['selections'][number]['tags']>>,
  rest: Partial<Step> = {},
): Step {
  return buildStep(id, 'SINGLE_SELECTION', {
    title: { default: `Step ${id}` },
    selections: Object.entries(options).map(([key, tags], orderNumber) =>
      buildSelection(key, [], { orderNumber, tags: { require: [], prefer: [], avoid: [], ...tags } }),
    ),
    ...rest,
  });
}

/** A rule of the selection rule list. */
export const createRule = (consequence: Consequence, rest: Partial<Omit<Rule, 'then'>> = {}): Rule => ({
  key: 'rule',
  ...rest,
  then: consequence,
});

export const compileCompany = (company: TestCompany): CompiledFunnel =>
  compileFunnel(compileAssortment(company.snapshot, company.tagging), company);

export const createRequest = (given: Partial<MatchRequest> = {}): MatchRequest => ({
  answers: { selectionValues: [] },
  color: null,
  date: '2026-11-21',
  productIds: [],
  variantIds: [],
  resultPage: false,
  ...given,
});

export interface MatchedIds {
  matched: string[];
  tabs: { key: string; variants: string[] }[] | null;
}

/** Matches in ids. */
export function matchIn(funnel: CompiledFunnel, request: MatchRequest): MatchedIds {
  const toIds = (ordinals: Uint32Array) =>
    Array.from(ordinals, (ordinal) => textAt(funnel.assortment.variants, ordinal));
  const { matched, tabs } = matchVariants(funnel, request);
  return {
    matched: toIds(matched),
    tabs: tabs?.map(({ tab, variants }) => ({ key: tab.key, variants: toIds(variants) })) ?? null,
  };
}

/** Compiles and matches, in ids. */
export const matchIds = (company: TestCompany, given: Partial<MatchRequest> = {}): MatchedIds =>
  matchIn(compileCompany(company), createRequest(given));

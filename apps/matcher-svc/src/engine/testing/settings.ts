import type { ColorResult, Tab } from '@svc/domain';
import type { createRule } from './company.js';

export const spring: ColorResult = {
  type: 'LIGHT_SPRING',
  scores: { LIGHT_SPRING: 0.6, TRUE_SPRING: 0.3, SOFT_AUTUMN: 0.1 },
};
/** Answers to questions with options: step id, key. */
export const answers = (...rows: [number, string][]) => ({
  selectionValues: rows.map(([stepId, selectedKey]) => ({ stepId, selectedKey })),
});
/** A target with nothing but what is given. */
export const target = (given: { tags?: string[]; productIds?: string[]; variantIds?: string[] }) => ({
  tags: [],
  productIds: [],
  variantIds: [],
  ...given,
});
/** An enabled tab of the result page. */
export const createTab = (key: string, select: Partial<Tab['select']>, rest: Partial<Tab> = {}): Tab => ({
  key,
  name: { default: key },
  description: null,
  maxItemsToShow: null,
  enabled: true,
  select: { tags: [], productIds: [], sets: [], ...select },
  ...rest,
});
/** Settings with these rules, and both tests of colors required. */
export const rules = (...list: ReturnType<typeof createRule>[]) => ({
  matching: {
    colorType: { mode: 'require' as const, minScore: 0.2 },
    complexion: { mode: 'require' as const, depthTolerance: 0 },
    rules: list,
    ai: { enabled: false },
  },
});

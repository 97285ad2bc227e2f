/** What a test measures. */
export type ExperimentMeasureName =
  | 'COMPLETION_RATE'
  | 'CLICK_RATE'
  | 'ADD_TO_CART_RATE'
  | 'ORDERS_PER_UNIT'
  | 'REVENUE_PER_UNIT';

export type ExperimentKindName = 'QUESTIONNAIRE' | 'MATCHING' | 'HOLDOUT';

/**
 * Measures of each kind of test, the default first: an analysis is complete, and visitors of a holdout without components have no analysis.
 * docs/insight.md N13.5, N13.14, N14.1.
 */
export const EXPERIMENT_MEASURES: Record<
  ExperimentKindName,
  readonly [ExperimentMeasureName, ...ExperimentMeasureName[]]
> = {
  QUESTIONNAIRE: ['COMPLETION_RATE', 'CLICK_RATE', 'ADD_TO_CART_RATE', 'ORDERS_PER_UNIT', 'REVENUE_PER_UNIT'],
  MATCHING: ['CLICK_RATE', 'ADD_TO_CART_RATE', 'ORDERS_PER_UNIT', 'REVENUE_PER_UNIT'],
  HOLDOUT: ['REVENUE_PER_UNIT', 'ORDERS_PER_UNIT'],
};

import type { ExperimentMeasure, experimentKinds, experimentMeasures } from '@svc/proto';

type MeasureName = ReturnType<typeof experimentMeasures.toName>;
type KindName = ReturnType<typeof experimentKinds.toName>;

export type { ExperimentMeasure };

/** What the measures of a test count, for readers of results. docs/insight.md N13.5. */
export const MEASURE_DEFINITIONS: Record<MeasureName, string> = {
  COMPLETION_RATE: 'Visits whose answers were sent, divided by visits in which a question was answered or skipped.',
  CLICK_RATE: 'Analyses with a click on a product, divided by all analyses.',
  ADD_TO_CART_RATE: 'Analyses with a product that was added to the cart, divided by all analyses.',
  ORDERS_PER_UNIT:
    'Verified orders that are credited to the units, divided by the units whose attribution window is over.',
  REVENUE_PER_UNIT:
    'Attributed revenue of verified orders less refunds, up to the cap, divided by the units whose attribution window is over.',
};

/** The same of a test of the questionnaire, whose units are visits. docs/insight.md N13.14. */
const QUESTIONNAIRE_DEFINITIONS: Partial<typeof MEASURE_DEFINITIONS> = {
  ORDERS_PER_UNIT:
    'Verified orders that are credited to analyses of the arm, divided by its visits; days count once the attribution windows of their analyses are over.',
  REVENUE_PER_UNIT:
    'Attributed revenue of verified orders less refunds, up to the cap, of analyses of the arm, divided by its visits; days count once the attribution windows of their analyses are over.',
};

/** The same of a holdout, whose units are visitors of the shop. docs/insight.md N14.5. */
const HOLDOUT_DEFINITIONS: Partial<typeof MEASURE_DEFINITIONS> = {
  ORDERS_PER_UNIT:
    'Verified orders of visitors until their window is over, divided by the visitors whose window was over before the end of the test.',
  REVENUE_PER_UNIT:
    'Revenue of all verified orders of visitors until their window is over, less refunds and up to the cap, divided by the visitors whose window was over before the end of the test.',
};

const DEFINITIONS_OF: Record<KindName, Partial<typeof MEASURE_DEFINITIONS>> = {
  QUESTIONNAIRE: QUESTIONNAIRE_DEFINITIONS,
  MATCHING: {},
  HOLDOUT: HOLDOUT_DEFINITIONS,
};

export const getMeasureDefinition = (kind: KindName, measure: MeasureName): string =>
  DEFINITIONS_OF[kind][measure] ?? MEASURE_DEFINITIONS[measure];

export const RESULTS_DEFINITION =
  'Units of each arm, the mean of each measure, and its difference to the first arm. Intervals are valid at any time; the primary measure ' +
  'has 95 %, the others are exploratory and share 95 %.';

/** What an arm must not make worse. docs/insight.md N13.12. */
export const GUARD_DEFINITIONS = {
  REFUNDS:
    'Refunded lines of verified orders that are credited to analyses of the arm, or of all its visitors in a holdout, divided by all such lines.',
  OPT_OUT: 'Analyses without the contact data that they were asked for, divided by analyses that were asked for some.',
} as const;

export const SPLIT_DEFINITION =
  'Once a day the units of the last 28 days are split in two equal halves by chance. A difference between them is an error of the system, or ' +
  'chance in at most 5 of 100 checks.';

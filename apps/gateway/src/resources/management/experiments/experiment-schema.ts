import { MAX_ARM_TAGGING_OPERATIONS } from '@svc/domain';
import {
  experimentEnds,
  experimentGuards,
  experimentKinds,
  experimentMeasures,
  experimentOutcomes,
  experimentStates,
} from '@svc/proto';
import { z } from 'zod';
import { assortment, matching, resultPage } from '../blueprint/matching.js';
import { page } from '../page-schema.js';
import { taggingOperation } from '../tagging/tagging-schema.js';

/** Shapes of tests of funnels. docs/insight.md N13. */

const MAX_NAME = 200;
const MAX_HYPOTHESIS = 2_000;
const MAX_VERSION_ID = 64;

const kind = z
  .enum(experimentKinds.all)
  .describe(
    'QUESTIONNAIRE: the arms are versions, the unit is a visit. MATCHING: they are settings, the unit is an analysis. HOLDOUT: no components ' +
      'and all components, the unit is a stored visitor of the shop.',
  );
const measure = z.enum(experimentMeasures.all);
const weight = z.int().min(1).max(1_000).describe('Its share of the units is this of the sum of all weights.');
const minimumEffect = z
  .number()
  .min(0)
  .describe('Smallest difference worth knowing, in the unit of the measure: 0.03 is 3 per 100. 0: not decided yet.');

const TAGS_MESSAGE = `tagging must have 1 to ${MAX_ARM_TAGGING_OPERATIONS.toLocaleString('en')} operations.`;

const armSettings = z
  .strictObject({
    matching: matching.optional(),
    assortment: assortment.optional(),
    resultPage: resultPage.optional(),
    learning: z.boolean().optional().describe('false: the list without Funnel AI.'),
    tagging: z
      .array(taggingOperation)
      .min(1, TAGS_MESSAGE)
      .max(MAX_ARM_TAGGING_OPERATIONS, TAGS_MESSAGE)
      .optional()
      .describe('Changes of the tagging of the company, applied to the one in force, in this arm only.'),
  })
  .meta({ id: 'ExperimentArmSettings' })
  .describe('Parts that differ from those in force; a part that is left out is the one in force.');

const armRequest = z.strictObject({
  name: z.string().max(MAX_NAME).default(''),
  weight: weight.default(1),
  versionId: z
    .string()
    .max(MAX_VERSION_ID)
    .optional()
    .describe('Of a test of the questionnaire: any version of the funnel.'),
  settings: armSettings.optional().describe('Of a test of matching. Left out: the settings in force.'),
});

const decided = {
  name: z.string().trim().min(1).max(MAX_NAME),
  hypothesis: z.string().max(MAX_HYPOTHESIS),
  primaryMeasure: measure,
  minimumEffect,
  arms: z
    .array(armRequest)
    .max(3)
    .describe(
      'Two or three before the start. The first is what the others are compared with; of a holdout, it is that without components.',
    ),
};

export const experimentRequest = z
  .strictObject({
    ...{ name: decided.name, kind, funnel: z.string().optional().describe('Sub-domain. A holdout has none.') },
    hypothesis: decided.hypothesis.optional(),
    primaryMeasure: measure
      .optional()
      .describe('Default: COMPLETION_RATE, CLICK_RATE of matching, or REVENUE_PER_UNIT of a holdout.'),
    minimumEffect: minimumEffect.optional(),
    arms: decided.arms.optional(),
  })
  .meta({ id: 'ExperimentRequest' });

export const experimentChange = z
  .strictObject({
    ...z.strictObject(decided).partial().shape,
    archived: z.literal(true).optional().describe('Puts a test that does not run into the archive.'),
    revision: z.int().min(1).optional().describe('The change is refused if the test has another revision.'),
  })
  .meta({ id: 'ExperimentChange' });

export const experimentStart = z
  .strictObject({
    dryCheck: z
      .boolean()
      .optional()
      .describe(
        'true: for 24 hours every arm is like the first one, and only the shares are checked; then the test runs.',
      ),
  })
  .meta({ id: 'ExperimentStart' });

export const experiment = z
  .object({
    ...{ id: z.string(), name: z.string(), kind, state: z.enum(experimentStates.all), revision: z.int() },
    funnel: z.string().nullable().describe('Sub-domain. null: a holdout, or the funnel is not there any more.'),
    hypothesis: z.string(),
    primaryMeasure: measure,
    minimumEffect,
    arms: z.array(
      z.object({
        ...{ key: z.enum(['A', 'B', 'C']), name: z.string(), weight },
        versionId: z.string().nullable(),
        settings: armSettings.nullable(),
      }),
    ),
    plan: z
      .object({
        plannedUnits: z.int().describe('Units of each arm that the test takes.'),
        unitsPerWeek: z.number().describe('Of the smallest arm, in the last 28 days.'),
        days: z.int().nullable().describe('Until the smallest arm has the planned units. null: there were no units.'),
        baseline: z.number().nullable().describe('Mean of the measure. null: nothing was measured.'),
        isUnlikelyToDecide: z.boolean().describe('Under 200 units a week in an arm.'),
      })
      .nullable()
      .describe('Of a draft as of now, otherwise as of the start. null: it cannot be planned yet.'),
    revenueCap: z.number().nullable().describe('Revenue of a unit counts up to it.'),
    currency: z
      .string()
      .nullable()
      .describe('ISO 4217, of all amounts of the test: that of the company at the start. null: a draft.'),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    countsFrom: z.iso
      .datetime()
      .nullable()
      .describe('Units count from here on: the start, or the end of the dry check.'),
    endedAt: z.iso.datetime().nullable(),
    endReason: z.enum(experimentEnds.all).nullable().describe('PUBLISHED: a part under test was published.'),
  })
  .meta({ id: 'Experiment' });

export const experimentPage = page(experiment, 'ExperimentPage');

const count = z.int().min(0);
const interval = z.object({ low: z.number(), high: z.number() });

export const experimentResults = z
  .object({
    experiment,
    definition: z.string(),
    timeZone: z.string().describe('Of the days.'),
    asOf: z.iso.datetime(),
    completeUntil: z.iso.datetime().nullable().describe('Units that were reported before are counted. null: none yet.'),
    fullDays: count,
    arms: z
      .array(z.object({ key: z.string(), name: z.string(), units: count, timeToFirstStepMs: z.number().nullable() }))
      .describe('All units that were assigned. timeToFirstStepMs is a guard: it must not differ.'),
    ratio: z.object({
      pValue: z.number().describe('How well the shares of the arms agree with their weights; valid at any time.'),
      isAlarm: z.boolean().describe('At most 0.001: there is no result.'),
    }),
    measures: z
      .array(
        z.object({
          measure,
          role: z.enum(['PRIMARY', 'EXPLORATORY']),
          definition: z.string(),
          confidence: z.number().describe('Of each interval, for example 0.95.'),
          arms: z.array(
            z.object({
              key: z.string(),
              units: count,
              openUnits: count.describe('Units whose attribution window is open; they do not count yet.'),
              successes: count.describe('Units whose value is not 0.'),
              value: z.number().nullable().describe('Mean per unit. null: there are no units.'),
              difference: z
                .object({ value: z.number(), low: z.number(), high: z.number() })
                .nullable()
                .describe(
                  'Less the first arm; the interval is valid at any time. null: none yet, and of the first arm.',
                ),
              outcome: z.enum(experimentOutcomes.all).nullable().describe('null: of the first arm.'),
              sentence: z.object({ en: z.string(), de: z.string() }).nullable(),
            }),
          ),
        }),
      )
      .describe('The primary measure first. None during the dry check.'),
    additionalRevenue: z
      .object({
        ...{ perMonth: z.number(), low: z.number(), high: z.number() },
        visitorsPerMonth: z.number().describe('As many a day as while the test counted.'),
      })
      .nullable()
      .describe(
        'Of a holdout: revenue of 30 days, in the currency of the company, that the components bring in addition, with its interval. null: no ' +
          'interval yet, and of other tests.',
      ),
    guards: z
      .array(
        z.object({
          guard: z.enum(experimentGuards.all),
          definition: z.string(),
          arms: z.array(
            z.object({
              ...{ key: z.string(), units: count, cases: count },
              share: z.number().nullable().describe('cases ÷ units. null: there are no units.'),
              difference: interval
                .nullable()
                .describe('Of the shares, less the first arm. null: none yet, and of the first arm.'),
              isWorse: z.boolean().describe('The interval is above 0. It stops nothing.'),
            }),
          ),
        }),
      )
      .describe('What an arm must not make worse; counted every 15 minutes. Empty: not counted yet.'),
    splitCheck: z
      .object({
        ...{ definition: z.string(), checkedAt: z.iso.datetime(), units: count.describe('Of both halves.') },
        difference: interval.nullable().describe('null: there are too few units.'),
        isAlarm: z.boolean().describe('The halves seem to differ, or are not equal.'),
      })
      .nullable()
      .describe('The check of the system itself, once a day. null: not made yet.'),
    days: z
      .array(
        z.object({
          ...{ day: z.iso.date(), arm: z.string(), measure, units: count, successes: count },
          ...{ sum: z.number(), sumOfSquares: z.number() },
        }),
      )
      .describe('Sums of days, which add up to the whole.'),
  })
  .meta({ id: 'ExperimentResults' });

export type ExperimentBody = z.output<typeof experiment>;
export type ExperimentResultsBody = z.output<typeof experimentResults>;
export type ArmRequest = z.output<typeof armRequest>;

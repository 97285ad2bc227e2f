import { z } from 'zod';
import { DEFINITIONS } from './definitions.js';

/** Shapes of reports. docs/insight.md N12. */

const count = z.int().min(0);
const share = z.number().min(0).max(1);

export const rate = z
  .object({
    value: share,
    low: share.describe('The true share is between low and high with 95 %.'),
    high: share,
  })
  .meta({ id: 'InsightRate' });

const frame = {
  funnel: z.string(),
  from: z.iso.date().describe('First day of the report.'),
  to: z.iso.date().describe('Last day, inclusive.'),
  timeZone: z
    .string()
    .describe('Of the days. After a change of the company’s zone the former one, for up to a minute.'),
  asOf: z.iso.datetime(),
  completeUntil: z.iso
    .datetime()
    .nullable()
    .describe('Visits that were reported before this time are counted. null: nothing was added up yet.'),
};

const figure = z
  .object({
    definition: z.string(),
    value: count,
    previous: count.describe('Of as many days, immediately before.'),
  })
  .meta({ id: 'InsightFigure' });

const rateFigure = z
  .object({
    definition: z.string(),
    value: rate.nullable().describe('null: not measured.'),
    previous: rate.nullable(),
    cases: count.describe('Of how many the value is a share.'),
    change: z.enum(['UP', 'DOWN', 'UNCLEAR']).describe('UNCLEAR: the intervals overlap.'),
  })
  .meta({ id: 'InsightRateFigure' });

export const insightOverview = z
  .object({
    ...frame,
    definition: z.string(),
    figures: z.object({
      visits: figure,
      starts: figure,
      finishes: figure,
      completions: figure,
      retakes: z.object({
        definition: z.string(),
        value: count.nullable().describe('null: not measured.'),
        previous: count.nullable(),
      }),
      optIn: rateFigure,
      completionRate: rateFigure,
    }),
    days: z
      .array(z.object({ day: z.iso.date(), visits: count, starts: count, finishes: count, completions: count }))
      .describe('Days with visits or analyses.'),
    shop: z
      .array(z.object({ type: z.string(), visits: count }))
      .describe('Page loads of shop pages by what happened; of the funnel and of none, whatever the other filters.'),
    refused: z
      .array(z.object({ reason: z.enum(['OTHER_VISIT', 'TOO_MANY_EVENTS', 'RATE_LIMITED']), requests: count }))
      .describe(
        'Reports of visits of the whole company that were not counted. OTHER_VISIT: the id is that of a visit to another funnel or version. ' +
          'TOO_MANY_EVENTS: the visit has 500 events. RATE_LIMITED: the company sent more than 5,000 in 10 seconds.',
      ),
  })
  .meta({ id: 'InsightOverview' });

export const insightSteps = z
  .object({
    ...frame,
    definition: z.string(),
    versionId: z.string().nullable().describe('null: there are no visits.'),
    versions: z.array(z.object({ versionId: z.string(), visits: count })).describe('Most visits first, at most 100.'),
    steps: z
      .array(
        z.object({
          stepId: z.int(),
          title: z.string().nullable().describe('In the company’s language. null: the version is not there any more.'),
          shown: count,
          answered: count,
          back: count,
          exits: count,
          dropOff: rate.nullable().describe('exits ÷ shown.'),
          medianMs: count.nullable().describe('Half of the visits spent less time on it.'),
          p90Ms: count.nullable().describe('9 of 10 visits spent less time on it.'),
        }),
      )
      .describe('In the order in which visits were shown them, at most 100.'),
  })
  .meta({ id: 'InsightSteps' });

const row = z
  .object({
    value: z.string().nullable().describe('null: visits without one.'),
    isFew: z.boolean().describe('Fewer than 5 visits: no figures.'),
    visits: count.nullable(),
    starts: count.nullable(),
    finishes: count.nullable(),
    completionRate: rate.nullable(),
  })
  .meta({ id: 'InsightRow' });

export const insightSources = z
  .object({
    ...frame,
    definition: z.string().meta({ examples: [DEFINITIONS.sources] }),
    sources: z.array(row).describe('Most visits first, at most 100, as in the other lists.'),
    locales: z.array(row),
    devices: z.array(row),
    versions: z.array(row),
  })
  .meta({ id: 'InsightSources' });

const fewCount = count.nullable().describe('null: fewer than 5 shoppers.');

export const insightAnswers = z
  .object({
    ...frame,
    definition: z.string().meta({ examples: [DEFINITIONS.answers] }),
    versionId: z
      .string()
      .nullable()
      .describe('Whose questions and answers are listed. null: the funnel has no version that could be read.'),
    analyses: count.describe('Without retakes.'),
    retakes: count.nullable().describe('null: not measured.'),
    steps: z.array(
      z.object({
        stepId: z.int(),
        title: z.string().nullable().describe('In the company’s language. null: the version does not have it.'),
        shown: count.describe('Analyses that were shown the question.'),
        options: z.array(
          z.object({
            key: z.string(),
            caption: z.string().nullable().describe('null: the version does not have it.'),
            isFew: z.boolean().describe('Fewer than 5 shoppers: no figures.'),
            chosen: fewCount,
            share: rate.nullable().describe('chosen ÷ shown.'),
            isFolded: z.boolean().describe('Some were chosen under a former name.'),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'InsightAnswers' });

const cartValue = z
  .object({ currency: z.string().describe('ISO 4217.'), value: z.string().describe('A decimal number.') })
  .meta({ id: 'InsightCartValue' });

const countFigure = z.object({ definition: z.string(), value: count });

export const insightMatches = z
  .object({
    ...frame,
    definition: z.string().meta({ examples: [DEFINITIONS.matches] }),
    analyses: count.describe('Without retakes.'),
    figures: z.object({
      shown: countFigure,
      clicked: countFigure,
      addedToCart: countFigure,
      bought: countFigure,
      clickRate: z.object({ definition: z.string(), value: rate.nullable().describe('clicked ÷ shown.') }),
      boughtRate: z.object({
        definition: z.string(),
        value: rate.nullable().describe('bought ÷ analyses, of days before openSince. null: there are none.'),
        cases: count.describe('Analyses of these days.'),
      }),
      cartValue: z.object({
        definition: z.string(),
        analyses: count.describe('Of how many analyses, each variant of its own.'),
        values: z.array(cartValue).describe('One per currency.'),
      }),
    }),
    foreignVariants: count.describe('Variants of the list that the catalog does not have.'),
    attributionDays: count.describe('Days that an analysis is credited with orders.'),
    openSince: z.iso.date().describe('Analyses of this day and later ones may still be credited with orders.'),
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          analyses: count,
          shown: count,
          clicked: count,
          addedToCart: count,
          bought: count,
        }),
      )
      .describe('By the day of the analysis; days without analyses are left out.'),
    variants: z
      .array(
        z.object({
          variantId: z.string(),
          productName: z.string().nullable().describe('null: not in the catalog.'),
          variantName: z.string().nullable(),
          isFew: z.boolean().describe('Shown to fewer than 5 shoppers: no figures.'),
          shown: fewCount,
          clicked: fewCount,
          clickRate: rate.nullable().describe('clicked ÷ shown.'),
          addedToCart: fewCount,
          bought: fewCount,
        }),
      )
      .describe('Most shown first, at most 500.'),
    neverMatched: z.object({
      variants: z
        .array(z.object({ variantId: z.string(), productName: z.string(), variantName: z.string() }))
        .describe('Available variants that were never shown, at most 100.'),
      count: count.describe('Of all variants that were examined.'),
      isComplete: z.boolean().describe('false: only the first 1,000 products of the catalog were examined.'),
    }),
  })
  .meta({ id: 'InsightMatches' });

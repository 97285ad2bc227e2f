import { z } from 'zod';
import { DEFINITIONS } from './definitions.js';

/** Shapes of reports. docs/insight.md N12. */

const count = z.int().min(0);
const share = z.number().min(0).max(1);

const rate = z
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

export const insightOverview = z
  .object({
    ...frame,
    definition: z.string(),
    figures: z.object({
      visits: figure,
      starts: figure,
      finishes: figure,
      completionRate: z.object({
        definition: z.string(),
        value: rate.nullable().describe('null: not measured.'),
        previous: rate.nullable(),
        change: z.enum(['UP', 'DOWN', 'UNCLEAR']).describe('UNCLEAR: the intervals overlap.'),
      }),
    }),
    days: z
      .array(z.object({ day: z.iso.date(), visits: count, starts: count, finishes: count }))
      .describe('Days with visits.'),
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

import { buildOutcomes } from '@svc/proto';
import { z } from 'zod';
import { citedAnswer } from '../analyses/explanation-schema.js';
import { page } from '../page-schema.js';

/** Shapes of Funnel AI. docs/matching.md M7. */

const time = z.iso.datetime();
const day = z.iso.date();

export const model = z
  .object({
    version: z.int().describe('Counts the models of the funnel from 1.'),
    builtAt: time,
    untilDay: day.describe('Newest UTC day that entered.'),
    days: z.int(),
    sessions: z.int().describe('Analyses that entered.'),
    impressions: z.int(),
    variants: z.int().describe('Variants that it knows.'),
    options: z.int().describe('Options with at least 30 analyses.'),
    active: z.boolean().describe('It re-orders matches, where Funnel AI is on.'),
    pinned: z.boolean().describe('It was put in force by number: newer ones do not replace it.'),
  })
  .meta({ id: 'Model' });

export const modelPage = page(model, 'ModelPage');

const outcome = z.enum(buildOutcomes.all).describe('BUILT: a new model. UNCHANGED: the newest came out again.');
const reason = z.string().nullable().describe('Why no model came of it; the last good one stays.');

export const modelBuild = z
  .object({ outcome, reason, model: model.nullable().describe('The newest model; null if none was ever built.') })
  .meta({ id: 'ModelBuild' });

const times = z.number().describe('Against what would be expected; 1: as often.');
const name = z.string().describe('As the catalog has it; the id if it cannot be read now.');

export const learningReport = z
  .object({
    language: z.enum(['en', 'de']),
    enabled: z.boolean().describe('matching.ai.enabled of the funnel.'),
    model: z
      .object({
        version: z.int(),
        pinned: z.boolean(),
        untilDay: day,
        days: z.int(),
        sessions: z.int(),
        impressions: z.int(),
        variants: z.int(),
      })
      .nullable()
      .describe('The model in force; null: none.'),
    lastBuild: z
      .object({
        outcome,
        reason,
        endedAt: time,
        sessions: z.int().describe('Analyses that there were to learn from.'),
        impressions: z.int(),
      })
      .nullable(),
    options: z
      .array(
        z.object({
          answers: z.array(citedAnswer),
          caption: z.string(),
          sessions: z.int(),
          learned: z.boolean().describe('At least 30 analyses had it.'),
        }),
      )
      .describe('Options with data, most analyses first.'),
    lifts: z
      .array(
        z.object({
          answers: z.array(citedAnswer),
          caption: z.string(),
          variantId: z.string(),
          name,
          times,
          lambda: z.number().describe('What enters the score.'),
          sentence: z.string(),
        }),
      )
      .describe('The strongest 20: what shoppers with an option choose more, or less, than others.'),
    popular: z.array(z.object({ variantId: z.string(), name, times })).describe('The 20 most popular variants.'),
  })
  .meta({ id: 'LearningReport' });

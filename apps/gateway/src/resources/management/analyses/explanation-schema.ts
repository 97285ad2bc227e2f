import {
  answerFields,
  eligibilityCodes,
  explanationLanguages,
  matchTests,
  scoreParts,
  setCodes,
  setLifts,
  testCodes,
} from '@svc/proto';
import { z } from 'zod';

/** docs/matching.md M9. */
const sentence = z.string().describe('In the company’s language: English or German.');
export const citedAnswer = z.union([
  z.object({ stepId: z.int(), key: z.string().describe('Lower case.') }),
  z.object({ field: z.enum(answerFields.all), value: z.string() }),
]);

const test = z
  .object({
    test: z.enum(matchTests.all),
    code: z.enum(testCodes.all),
    passed: z.boolean(),
    stepId: z.int().nullable(),
    answers: z.array(citedAnswer),
    tags: z.array(z.string()),
    rules: z.array(z.string()).describe('Rule keys.'),
    sentence,
  })
  .describe('Without all cited tags, or all cited answers, or the cited rules, a failed test would not fail.')
  .meta({ id: 'ExplainedTest' });

const set = z
  .object({
    key: z.string(),
    lift: z.enum(setLifts.all),
    code: z.enum(setCodes.all),
    members: z.array(z.string()).describe('Matched members that count, best first.'),
    needed: z.int(),
    missing: z.array(z.string()),
    sentence,
  })
  .meta({ id: 'ExplainedSet' });

const learning = z
  .object({
    popularity: z.object({
      pop: z
        .number()
        .describe('How often it is chosen, relative to what its position in the lists predicts; 1: as often.'),
      value: z.number().describe('0.10 × tanh(ln pop).'),
      sentence,
    }),
    affinity: z.object({
      sum: z.number().describe('The lambdas of all options added up.'),
      value: z.number().describe('0.25 × tanh(sum / 1.5).'),
      options: z.array(z.object({ answers: z.array(citedAnswer), lambda: z.number(), sentence })),
      sentence,
    }),
  })
  .meta({ id: 'ExplainedLearning' });

const score = z
  .object({
    parts: z.array(
      z.object({
        part: z.enum(scoreParts.all),
        weight: z.number().describe('All weights add up to 1.'),
        value: z.number(),
        tags: z.array(z.string()),
        steps: z.array(z.object({ stepId: z.int(), value: z.number(), tags: z.array(z.string()) })).optional(),
        sentence,
      }),
    ),
    boosts: z.array(z.object({ rule: z.string(), by: z.number(), sentence })),
    learned: z.number().describe('What Funnel AI adds: the two values of learning; 0 while it is off.'),
    learning: learning.nullable().describe('Null while Funnel AI is off, or without a model.'),
    total: z.number().describe('The sum of weight × value, plus boosts, held between 0 and 1, plus learned.'),
    q: z.int().describe('total × 1,000,000.'),
    sentence,
  })
  .meta({ id: 'ExplainedScore' });

const variant = z
  .object({
    variantId: z.string(),
    matched: z.boolean(),
    sentence,
    position: z.int().nullable().describe('From 1, in the ranking of the funnel’s whole assortment.'),
    eligibility: z.object({ code: z.enum(eligibilityCodes.all), passed: z.boolean(), sentence }),
    tests: z.array(test),
    sets: z.array(set),
    pin: z.object({ rule: z.string(), group: z.int(), sentence }).nullable(),
    score: score.nullable(),
    tabs: z.array(z.string()).describe('Enabled tabs that select it.'),
  })
  .meta({ id: 'VariantExplanation' });

export const matchExplanation = z
  .object({
    language: z.enum(explanationLanguages.all),
    date: z.iso.date().describe('UTC; rules with from or until are evaluated on it.'),
    answers: z
      .looseObject({ selectionValues: z.array(z.object({ stepId: z.int(), selectedKey: z.string() })) })
      .describe('As they enter matching: migrated to the version in force, without those of hidden steps.'),
    colorType: z.string().nullable(),
    matchedCount: z.int(),
    versions: z.object({
      funnelId: z.string(),
      funnelVersion: z.object({ id: z.string(), number: z.int() }),
      configVersion: z.int(),
      catalogVersion: z.int(),
      model: z.string().nullable().describe('Number of the model of Funnel AI; null while it is off.'),
      experiment: z
        .object({ id: z.string(), arm: z.string() })
        .nullable()
        .describe('The running test of matching, and the arm of the analysis. null: none.'),
    }),
    variants: z.array(variant),
  })
  .meta({ id: 'MatchExplanation' });

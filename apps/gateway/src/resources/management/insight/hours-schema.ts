import { z } from 'zod';

const time = z.iso.datetime();

const figures = z.object({
  visits: z.int().describe('Page loads that showed a question, by when they began.'),
  starts: z.int().describe('Of these, with an answer.'),
  finishes: z.int().describe('Of these, whose answers were sent.'),
  analyses: z.int().describe('Analyses that were created, without retakes.'),
  shown: z.int().describe('Of these, whose match was shown.'),
});

/** A funnel around a time. docs/insight.md N23. */
export const insightHours = z
  .object({
    funnel: z.string(),
    at: time,
    until: time.describe('How far the hour after it has passed.'),
    before: figures,
    after: figures,
  })
  .meta({ id: 'InsightHours' });

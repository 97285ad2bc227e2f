import { STEP_TYPES } from '@svc/domain';
import { z } from 'zod';

const selection = z
  .object({
    key: z.string().describe('The value to submit, never the caption.'),
    caption: z.string().describe('Localized display text.'),
    imageUrl: z.url().optional().describe('Left out when there is no picture.'),
    orderNumber: z.int(),
  })
  .meta({ id: 'Selection' });

const step = z
  .object({
    id: z.int().describe('Used as stepId in answers; stable across versions.'),
    type: z.enum(STEP_TYPES),
    orderNumber: z.int(),
    title: z.string().describe('Localized.'),
    selections: z.array(selection).describe('Empty for steps without options.'),
  })
  .meta({ id: 'Step' });

export const funnel = z
  .object({
    id: z.string(),
    version: z.object({ id: z.string(), number: z.int() }),
    steps: z.array(step).describe('Sorted by orderNumber.'),
  })
  .meta({ id: 'Funnel' });

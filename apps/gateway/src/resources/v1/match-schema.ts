import { z } from 'zod';

export const tab = z
  .object({
    key: z.string(),
    name: z.string().describe('Localized.'),
    description: z.string().optional(),
    maxItemsToShow: z.int().optional().describe('A hint; membership is not cut.'),
    variants: z.array(z.string()),
  })
  .meta({ id: 'Tab' });

export const matchResult = z
  .object({
    matchedVariants: z.array(z.string()).describe("The merchant's variant ids, best first."),
    tabs: z.array(tab).optional().describe('Only with resultPage=true.'),
  })
  .meta({ id: 'MatchResult' });

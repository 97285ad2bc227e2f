import { z } from 'zod';

/** What a page of a shop shows. */
export const shopPage = z
  .object({
    product: z
      .object({
        id: z.string().describe("The merchant's product id."),
        isSet: z.boolean().describe('The product is a fixed or dynamic set.'),
      })
      .nullable()
      .describe('null: no product, or it is not certain which one.'),
  })
  .meta({ id: 'ShopPage' });

export type ShopPage = z.output<typeof shopPage>;

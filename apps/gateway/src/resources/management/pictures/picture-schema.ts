import { z } from 'zod';
import { page } from '../page-schema.js';

/** Shapes of uploaded pictures. docs/management.md "Pictures". */

export const picture = z
  .object({
    hash: z.string().describe('SHA-256 of the stored bytes, in hexadecimal.'),
    url: z.url().describe('For `imageUrl` of an option or `logoUrl`.'),
    width: z.int().describe('Pixels.'),
    height: z.int().describe('Pixels.'),
    bytes: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Picture' });

export const pictures = page(
  picture.extend({
    uses: z
      .array(
        z.object({
          subdomain: z.string(),
          published: z.boolean().describe('In the published version, or in one of a running test.'),
          draft: z.boolean().describe('In the draft.'),
          edit: z.boolean().describe('In what is being edited.'),
        }),
      )
      .describe('Funnels that show it now. Earlier versions do not count.'),
    logo: z.boolean().describe('The look of the company names it.'),
  }),
  'PicturePage',
);

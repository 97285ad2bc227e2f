import { MAX_MATRIX_TAGS, MAX_MATRIX_VARIANTS, MAX_TAGGING_OPERATIONS, MAX_TAGS } from '@svc/domain';
import { z } from 'zod';
import { list } from '../blueprint/fields.js';
import { page } from '../page-schema.js';

/** Shapes of the routes that read and change tags. docs/management.md "Tagging". */

const many = `The request must have 1 to ${MAX_TAGGING_OPERATIONS.toLocaleString('en')} operations.`;

export const taggingOperation = z.strictObject({
  kind: z.enum(['product', 'variant']),
  id: z.string().describe('Shop-system id, exact case.'),
  add: list(z.string().describe('`namespace:value`'), { max: MAX_TAGS, what: 'tags' }),
  remove: list(z.string(), { max: MAX_TAGS, what: 'tags' }),
});

export const taggingOperations = z.array(taggingOperation).min(1, many).max(MAX_TAGGING_OPERATIONS, many);

export const taggingChange = z
  .strictObject({ operations: taggingOperations.describe('Applied in this order, all of them or none.') })
  .meta({ id: 'TaggingChange' });

export const changedTagging = z
  .object({
    settingsVersion: z.int().describe('Version of the settings as of this change.'),
    previousVersion: z
      .int()
      .describe(
        'Version of the settings before it; the same if nothing changed. Another one than was read: others have changed settings meanwhile.',
      ),
    applied: z.int().describe('Operations that changed something.'),
    withoutEffect: z
      .int()
      .describe('The others: an added tag was there already, a removed one was not, or the catalog has it.'),
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe(
        'Operations that have no effect yet: ids that the catalog does not have. Paths point into the request.',
      ),
  })
  .meta({ id: 'ChangedTagging' });

const texts = z.array(z.string());
const indexes = z.array(z.array(z.int()));

export const tagMatrix = z
  .object({
    settingsVersion: z.int().describe('Version of the settings that the merchant’s tags are of.'),
    catalogVersion: z.int(),
    tags: texts.describe(`The columns: normalized tags by name, at most ${MAX_MATRIX_TAGS}.`),
    tagTotal: z.int().describe('Tags that could be columns.'),
    namespaces: z
      .object({ name: texts, tags: z.array(z.int()) })
      .describe('All namespaces of the company, with their numbers of tags.'),
    products: z
      .object({
        id: texts,
        name: texts,
        image: z.array(z.string().nullable()),
        tags: indexes.describe('Tags that the merchant added, as indexes of the columns.'),
        catalogTags: indexes.describe('Tags of the catalog.'),
      })
      .describe('Each list has one element for each product, in catalog order.'),
    variants: z
      .object({
        id: texts,
        product: z.array(z.int()).describe('Index of the product.'),
        name: texts,
        color: z.array(z.string().nullable()),
        available: z.string().describe('1 or 0 of each variant.'),
        tags: indexes,
        catalogTags: indexes.describe('Own tags of the catalog; a variant also has those of its product.'),
      })
      .describe(`Each list has one element for each variant, at most ${MAX_MATRIX_VARIANTS.toLocaleString('en')}.`),
    variantTotal: z.int().describe('Variants that fit the request.'),
  })
  .meta({ id: 'TagMatrix' });

export const tagUsage = z
  .object({
    tag: z.string().describe('Normalized.'),
    products: z.int().describe('Products that have it, or a variant with it, from the catalog or from the tagging.'),
    variants: z.int().describe('Variants that have it themselves or by their product.'),
    byCatalog: z.int().describe('Those of the variants that have it from the catalog.'),
    options: z.int().describe('Options in published versions and drafts that name it.'),
    rules: z.int().describe('Rules with a target that names it.'),
    tabs: z.int().describe('Tabs of result pages that select it.'),
    assortments: z.int().describe('Funnels whose assortment names it.'),
  })
  .meta({ id: 'TagUsage' });

export const tagUsagePage = page(tagUsage, 'TagUsagePage');

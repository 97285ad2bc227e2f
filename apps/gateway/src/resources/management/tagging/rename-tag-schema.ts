import { MAX_TAG_LENGTH } from '@svc/domain';
import { z } from 'zod';

const tag = z.string().min(1, 'The tag must not be empty.').max(MAX_TAG_LENGTH, 'The tag is too long.');
const subdomains = z.array(z.string());

export const tagRenameRequest = z
  .strictObject({
    from: tag.describe('The tag, `namespace:value`. Not of `color_type` or `complexion`.'),
    to: tag.describe('What it becomes. If something has it already, both become one.'),
    dryRun: z.boolean().default(false).describe('Only says what would change.'),
  })
  .meta({ id: 'TagRenameRequest' });

const version = z.int().min(0);
const versionId = z.string().max(64);

/** What a rename did, as an undo needs it. */
export const tagRenameUndo = z
  .strictObject({
    previousVersion: version,
    settingsVersion: version,
    funnels: z
      .array(
        z.strictObject({
          subdomain: z.string().max(63),
          publishedBefore: versionId,
          publishedAfter: versionId,
          draftBefore: versionId,
          draftAfter: versionId,
        }),
      )
      .max(1_000, 'There must be at most 1,000 funnels.'),
  })
  .meta({ id: 'TagRenameUndo' });

const place = z.object({ subdomain: z.string(), key: z.string() });

export const tagRename = z
  .object({
    merges: z.boolean().describe('Something has the new tag already.'),
    products: z.int().describe('Products that have the tag by the tagging.'),
    variants: z.int(),
    catalogProducts: z.int().describe('Products that have it by the catalog: they keep it and get the new one.'),
    catalogVariants: z.int(),
    options: z
      .array(z.object({ subdomain: z.string(), stepId: z.int(), key: z.string() }))
      .describe('Options of published versions and drafts that name it; one that both have is listed once.'),
    rules: z.array(place),
    tabs: z.array(place),
    assortments: subdomains.describe('Funnels whose assortment names it.'),
    published: subdomains.describe('Funnels that get a new published version.'),
    edited: subdomains.describe('Funnels whose unreleased edits name it: those stay as they are.'),
    undo: tagRenameUndo.nullable().describe('Body of the request that undoes it; null for a dry run.'),
  })
  .meta({ id: 'TagRename' });

export const undoneTagRename = z.object({ changed: z.array(z.string()) }).meta({ id: 'UndoneTagRename' });

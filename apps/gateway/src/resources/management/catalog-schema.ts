import { z } from 'zod';
import { catalogProduct } from './blueprint/catalog.js';
import { page } from './page-schema.js';

const time = z.iso.datetime();

export const feedState = z
  .object({
    url: z.string().describe('Without its password.'),
    format: z.string(),
    everyHours: z.int(),
    nextSyncAt: time,
    failures: z.int().describe('Failed runs in a row.'),
    lastImportId: z.string().nullable(),
  })
  .meta({ id: 'FeedState' });

export const productPage = page(catalogProduct, 'ProductPage');

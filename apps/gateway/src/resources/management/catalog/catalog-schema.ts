import { z } from 'zod';
import { catalogProduct } from '../blueprint/catalog.js';
import { page } from '../page-schema.js';

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

export const catalogTag = z
  .object({
    tag: z.string(),
    products: z.int().describe('Products that have it, or a variant with it.'),
    variants: z.int().describe('Variants that have it themselves or by their product.'),
  })
  .meta({ id: 'CatalogTag' });

export const catalogTagPage = page(catalogTag, 'CatalogTagPage');

export const productPage = page(catalogProduct, 'ProductPage');

import { DEFAULT_FEED, FEED_FORMATS, MAX_BLUEPRINT_PRODUCTS, MAX_BLUEPRINT_VARIANTS } from '@svc/domain';
import { z } from 'zod';
import { decimal, list, maybe, orDefault, tags } from './fields.js';

const text = maybe(z.string());

const variant = z
  .strictObject({
    shopSystemId: z.string(),
    name: z.string(),
    url: text,
    available: orDefault(z.boolean(), () => true),
    price: maybe(decimal).describe('Decimal point, no currency.'),
    compareAtPrice: maybe(decimal),
    currency: text.describe('ISO 4217. Default: the company currency.'),
    color: text.describe('#rrggbb'),
    imageUrl: text,
    shortDescription: text,
    packageSize: text,
    unitPriceMeasurement: text,
    tags,
  })
  .meta({ id: 'CatalogVariant' });

const product = z
  .strictObject({
    shopSystemId: z.string(),
    name: z.string(),
    url: text,
    imageUrl: text,
    vendor: text,
    line: text,
    tags,
    variants: list(variant, { max: MAX_BLUEPRINT_VARIANTS, what: 'variants; larger catalogs come as a feed' }),
  })
  .meta({ id: 'CatalogProduct' });

export const catalogProduct = product;

export const catalog = z
  .strictObject({
    products: list(product, { max: MAX_BLUEPRINT_PRODUCTS, what: 'products; larger catalogs come as a feed' }),
  })
  .meta({ id: 'Catalog' });

export const feed = z
  .strictObject({
    url: z.string(),
    format: orDefault(z.enum(FEED_FORMATS), () => DEFAULT_FEED.format),
    everyHours: orDefault(z.int(), () => DEFAULT_FEED.everyHours),
  })
  .meta({ id: 'Feed' });

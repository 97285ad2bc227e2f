/** Formats of catalog files, in the order in which they are tried; `auto`: found from the header. docs/catalog.md "Other formats". */
export const FEED_FORMATS = ['auto', 'native', 'gmc', 'woocommerce', 'shopware6', 'shopify'] as const;
export type FeedFormatName = (typeof FEED_FORMATS)[number];

/** Systems whose exports are read, by format. Their names are the same in every language. */
export const FEED_SYSTEMS: Readonly<Record<Exclude<FeedFormatName, 'auto' | 'native'>, string>> = {
  gmc: 'Google Merchant Center',
  woocommerce: 'WooCommerce',
  shopware6: 'Shopware 6',
  shopify: 'Shopify',
};

/** Columns of the native format. docs/catalog.md "The native CSV file". */
export const NATIVE_COLUMNS = [
  'id',
  'name',
  'url',
  'parentId',
  'price',
  'compareAtPrice',
  'currency',
  'availability',
  'vendor',
  'line',
  'packageSize',
  'unitPriceMeasurement',
  'coverImage',
  'shortDescription',
  'color',
  'tags',
] as const;
export type NativeColumn = (typeof NATIVE_COLUMNS)[number];

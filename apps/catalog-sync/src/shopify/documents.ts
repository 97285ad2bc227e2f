import { readFileSync } from 'node:fs';

/** Where the documents lie, for compiled code and for sources alike. */
export const DOCUMENTS = new URL('../../src/shopify/graphql/', import.meta.url);

const read = (name: string): string => readFileSync(new URL(`${name}.graphql`, DOCUMENTS), 'utf8');

/** What is asked of Shopify's Admin API. Read when the app is set up. */
export const readDocuments = () => ({
  bulkProducts: read('bulk-products'),
  product: read('product'),
  runBulkQuery: read('run-bulk-query'),
  bulkOperation: read('bulk-operation'),
  shop: read('shop'),
  subscribe: read('subscribe'),
});

export type Documents = ReturnType<typeof readDocuments>;

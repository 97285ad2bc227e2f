import type { Run } from './run-state.js';

/** The names of sources. */
export const SOURCES = {
  UPLOAD: 'imports.source.upload',
  FEED: 'imports.source.feed',
  SHOPIFY: 'imports.source.shopify',
} as const satisfies Record<Run['source'], string>;

import { IMPORT_ID } from '../../../openapi/example-ids.js';

export const feedStateExample = {
  url: 'https://shop.glow.example/feed.csv',
  format: 'auto',
  everyHours: 12,
  nextSyncAt: '2026-11-21T22:04:11.000Z',
  failures: 0,
  lastImportId: IMPORT_ID,
};

export const columnMappingExample = {
  format: 'native',
  columns: { id: 'Artikel', name: '{Marke} {Titel}', url: 'https://shop.glow.example/p/{Slug}' },
};

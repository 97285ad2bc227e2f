import { IMPORT_ID } from '../../../openapi/example-ids.js';

export const importRunExample = {
  id: IMPORT_ID,
  state: 'SUCCEEDED',
  read: 612,
  created: 4,
  updated: 7,
  unchanged: 600,
  removed: 2,
  rejected: [{ line: 17, column: 'price', reason: 'The price "12,90 EUR" is not a decimal number.' }],
  rejectedCount: 1,
  notes: ['The file is Windows-1252.'],
  dryRun: false,
  source: 'UPLOAD',
  createdAt: '2026-11-21T10:00:00.000Z',
  finishedAt: '2026-11-21T10:00:02.000Z',
};

export const csvExample = `id;parentId;name;url;price;currency;availability;tags
V1007;P1;Velvet Lipstick Coral;https://shop.glow.example/p/velvet?variant=V1007;19.90;EUR;true;category:lips|finish:matte
`;

export const rejectedRowsExample =
  'line;column;reason\r\n4;"price";"price must be a decimal number with a point, for example 19.90; it is \\"19,90\\"."\r\n';

export const importChangesExample = {
  fields: [
    { kind: 'variant', field: 'price', count: 12 },
    { kind: 'product', field: 'imageUrl', count: 1 },
  ],
  changes: [
    {
      kind: 'variant',
      id: 'V1007',
      name: 'Velvet Lipstick Coral',
      field: 'price',
      before: '19.90',
      after: '1.99',
      concern: 'PRICE',
    },
    {
      kind: 'product',
      id: 'P1',
      name: 'Velvet Lipstick',
      field: 'imageUrl',
      before: 'https://shop.glow.example/i/velvet.jpg',
      after: null,
      concern: 'IMAGE',
    },
  ],
  removed: [{ id: 'V1008', name: 'Velvet Lipstick Rose', productId: 'P1', productName: 'Velvet Lipstick' }],
};

export const importFunnelExample = { subdomain: 'beauty', name: 'Beauty quiz', variants: 48, removed: 31 };

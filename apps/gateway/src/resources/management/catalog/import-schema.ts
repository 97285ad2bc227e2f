import { IMPORT_FAILURE_CODES } from '@svc/domain';
import { changeConcerns } from '@svc/proto';
import { z } from 'zod';
import { page } from '../page-schema.js';

export const IMPORT_STATES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'HELD'] as const;

const time = z.iso.datetime();

export const importRun = z
  .object({
    id: z.string(),
    state: z.enum(IMPORT_STATES),
    read: z.int().describe('created + updated + unchanged + rejected'),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    rejected: z
      .array(z.object({ line: z.int(), column: z.string(), reason: z.string() }))
      .describe('The first 10,000 rows that were not taken, in a list of runs the first 200; the header is line 1.'),
    rejectedCount: z.int(),
    reason: z.string().optional().describe('Why the run failed or is held.'),
    failure: z
      .object({ code: z.enum(IMPORT_FAILURE_CODES), values: z.record(z.string(), z.string()) })
      .optional()
      .describe('What `reason` says of a failed run, as a code with its values, for another language.'),
    notes: z
      .array(z.string())
      .describe('What was repaired, for example the encoding, or texts that were too long and were cut.'),
    dryRun: z.boolean(),
    source: z.enum(['UPLOAD', 'FEED', 'SHOPIFY']),
    progress: z
      .object({
        bytes: z.int(),
        totalBytes: z.int().nullable(),
        rows: z.int(),
        estimatedSecondsLeft: z
          .int()
          .nullable()
          .describe('Until the file has come, or, once it has, until its rows are read; null: not known.'),
      })
      .optional()
      .describe('While the run is in progress.'),
    createdAt: time,
    finishedAt: time.nullable(),
  })
  .meta({ id: 'ImportRun' });

export const startedImport = z.object({ id: z.string() }).meta({ id: 'StartedImport' });

export const importRunPage = page(importRun, 'ImportRunPage');

const changedField = z.object({
  kind: z.enum(['product', 'variant']),
  id: z.string(),
  name: z.string(),
  field: z
    .string()
    .describe('As in lists of products, for example `price`; `productId`: the variant moves to another product.'),
  before: z.string().nullable().describe('The first 300 characters; null: empty.'),
  after: z.string().nullable(),
  concern: z
    .enum(changeConcerns.all)
    .nullable()
    .describe('`PRICE`: it changes by more than half; `IMAGE`: it is gone; null: neither.'),
});

export const importChanges = z
  .object({
    fields: z
      .array(z.object({ kind: z.enum(['product', 'variant']), field: z.string(), count: z.int() }))
      .describe('In how many products or variants a field changes, the most frequent first.'),
    changes: z.array(changedField).describe('At most 200: concerns first, then each field in turn.'),
    removed: z
      .array(z.object({ id: z.string(), name: z.string(), productId: z.string(), productName: z.string() }))
      .describe('The first 200 variants that the file does not name, in catalog order.'),
  })
  .meta({ id: 'ImportChanges' });

export const importFunnelPage = page(
  z.object({
    subdomain: z.string(),
    name: z.string(),
    variants: z.int().describe('Variants of its assortment.'),
    removed: z.int().describe('Of these, those that the import removes.'),
  }),
  'ImportFunnelPage',
);

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
      .describe('The first 200 rows that were not taken; the header is line 1.'),
    rejectedCount: z.int(),
    reason: z.string().optional().describe('Why the run failed or is held.'),
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

import { z } from 'zod';
import { catalogProduct } from './blueprint/catalog.js';

/** Shapes of the management API. Management. */

export const SCOPES = ['funnel.read', 'analysis.create'] as const;

export const apiKeyRequest = z
  .strictObject({
    name: z.string().trim().min(1, 'Give the key a name.').max(100, 'A name has at most 100 characters.'),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'Give an ISO 8601 date-time with an offset, for example 2027-01-01T00:00:00Z.' })
      .nullish()
      .describe('Must lie in the future. Left out: the key does not expire.'),
    scopes: z.array(z.enum(SCOPES)).min(1, 'Give at least one scope, or leave the key out.').nullish(),
  })
  .meta({ id: 'ApiKeyRequest' });

const time = z.iso.datetime();

export const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .meta({ id: 'ApiKey' });

export const createdApiKey = apiKey
  .omit({ lastUsedAt: true, revokedAt: true })
  .extend({ value: z.string().describe('The key itself; shown here only.') })
  .meta({ id: 'CreatedApiKey' });

export const company = z.object({ handle: z.string(), name: z.string() }).meta({ id: 'Company' });

export const VERSION_STATES = ['DRAFT', 'PUBLISHED', 'SUPERSEDED', 'DISCARDED'] as const;

export const funnelVersion = z
  .object({
    id: z.string(),
    number: z.int(),
    state: z.enum(VERSION_STATES),
    createdAt: time,
    publishedAt: time.nullable(),
  })
  .meta({ id: 'FunnelVersion' });

export const publishRequest = z
  .strictObject({
    force: z.boolean().optional().describe('true: publish the draft without checking it for dead ends.'),
  })
  .meta({ id: 'PublishRequest' });

export const publishedVersion = z.object({ id: z.string(), number: z.int() }).meta({ id: 'PublishedVersion' });

export const IMPORT_STATES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'HELD'] as const;

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
      .describe('While the run goes on.'),
    createdAt: time,
    finishedAt: time.nullable(),
  })
  .meta({ id: 'ImportRun' });

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

export const startedImport = z.object({ id: z.string() }).meta({ id: 'StartedImport' });
export const erased = z.object({ erased: z.int() }).meta({ id: 'Erased' });

const versionRef = z.object({ id: z.string(), number: z.int() });

export const applied = z
  .object({
    company: z.object({ handle: z.string(), companyKey: z.string() }),
    funnels: z.record(
      z.string(),
      z.object({
        id: z.string(),
        published: versionRef.nullable().optional(),
        draft: versionRef.nullable().optional(),
      }),
    ),
    changed: z.array(z.string()).describe('What the apply changed; empty when nothing did.'),
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe(
        'What the file says in vain for now, such as tags that nothing carries; the first 100. Paths are JSON pointers into it.',
      ),
  })
  .meta({ id: 'Applied' });

/** A page of a list. */
export const page = <S extends z.ZodType>(item: S, id: string) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable().describe('null on the last page.') }).meta({ id });

export const productPage = page(catalogProduct, 'ProductPage');
export const companyPage = page(company, 'CompanyPage');
export const apiKeyPage = page(apiKey, 'ApiKeyPage');
export const funnelVersionPage = page(funnelVersion, 'FunnelVersionPage');
export const importRunPage = page(importRun, 'ImportRunPage');

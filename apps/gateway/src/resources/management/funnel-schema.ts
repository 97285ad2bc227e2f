import { z } from 'zod';
import { page } from './page-schema.js';

export const VERSION_STATES = ['DRAFT', 'PUBLISHED', 'SUPERSEDED', 'DISCARDED'] as const;

const time = z.iso.datetime();

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

export const funnelVersionPage = page(funnelVersion, 'FunnelVersionPage');

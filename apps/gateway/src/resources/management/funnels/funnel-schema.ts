import { z } from 'zod';
import { step } from '../blueprint/step.js';
import { page } from '../page-schema.js';

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

export const funnelEditSummary = z
  .object({
    revision: z.int(),
    updatedAt: time,
    updatedBy: z.string().nullable().describe('Name of the user; null: the platform token.'),
  })
  .meta({ id: 'FunnelEditSummary' });

export const funnelSummary = z
  .object({
    id: z.string(),
    subdomain: z.string(),
    name: z.string(),
    host: z.string().nullable().describe('A host of its own next to the sub-domain.'),
    paused: z.boolean(),
    published: funnelVersion.nullable().describe('null: none is published.'),
    draft: funnelVersion.nullable().describe('null: there is no draft.'),
    edit: funnelEditSummary.nullable().describe('null: nothing is being edited.'),
  })
  .meta({ id: 'FunnelSummary' });

export const funnelVersionContent = funnelVersion.extend({ steps: z.array(step) }).meta({ id: 'FunnelVersionContent' });

export const publishRequest = z
  .strictObject({
    force: z.boolean().optional().describe('true: publish the draft without checking it for dead ends.'),
  })
  .meta({ id: 'PublishRequest' });

export const publishedVersion = z.object({ id: z.string(), number: z.int() }).meta({ id: 'PublishedVersion' });

export const funnelVersionPage = page(funnelVersion, 'FunnelVersionPage');

export const funnelPage = page(funnelSummary, 'FunnelPage');

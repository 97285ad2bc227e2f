import { z } from 'zod';
import { localizedText } from '../blueprint/fields.js';
import { step, version } from '../blueprint/step.js';
import { page } from '../page-schema.js';
import { TEMPLATE_KEYS } from './templates/templates.js';

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
    updatedBy: z.string().nullable().describe('Name of the user; null: the platform token, or a user who was erased.'),
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

const subdomain = z.string().describe('a–z, 0–9 and "-"; part of the address of its page. It cannot be changed.');
const newName = z.string().describe('For people.');

export const funnelRequest = z
  .strictObject({
    subdomain,
    name: newName,
    steps: version.shape.steps.optional().describe('The first draft version. Left out: the funnel has no version yet.'),
    template: z
      .enum(TEMPLATE_KEYS)
      .optional()
      .describe('Questions of a template become the first draft version, in place of steps.'),
  })
  .refine(({ steps, template }) => !(steps && template), {
    path: ['template'],
    error: 'template must be left out where steps are given.',
  })
  .meta({ id: 'FunnelRequest' });

export const funnelTemplates = page(
  z
    .object({
      key: z.enum(TEMPLATE_KEYS),
      name: localizedText,
      description: localizedText,
      steps: z.array(step).describe('As the funnel of this company would have them.'),
      missingTags: z
        .array(z.string())
        .describe('Tags of the template that no variant of the company has; its options do not ask for them.'),
    })
    .meta({ id: 'FunnelTemplate' }),
  'FunnelTemplates',
);

export const funnelCopyRequest = z.strictObject({ subdomain, name: newName }).meta({ id: 'FunnelCopyRequest' });

export const funnelChange = z
  .strictObject({
    name: z.string().optional(),
    host: z.string().nullable().optional().describe("A full host name of the funnel's own; null: none."),
    value: z.string().nullable().optional().describe('`funnel_value` of the webhook; null: the name.'),
    paused: z.boolean().optional().describe('true: its page says that it is paused.'),
    archived: z.boolean().optional().describe('true: its page is gone and it is in no list; false brings it back.'),
  })
  .meta({ id: 'FunnelChange' });

const warnings = z.array(z.object({ path: z.string(), message: z.string() }));

export const createdFunnel = z
  .object({
    subdomain: z.string(),
    id: z.string(),
    draft: publishedVersion.nullable().describe('null: it has no version yet.'),
    warnings,
  })
  .meta({ id: 'CreatedFunnel' });

export const changedFunnel = z
  .object({ changed: z.array(z.string()).describe('Names of what changed; empty: nothing did.'), warnings })
  .meta({ id: 'ChangedFunnel' });

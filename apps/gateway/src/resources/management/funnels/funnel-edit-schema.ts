import { z } from 'zod';
import { assortment, matching, resultPage } from '../blueprint/matching.js';
import { steps } from '../blueprint/step.js';
import { funnelEditSummary, publishedVersion } from './funnel-schema.js';

/** Shapes of edits. docs/management.md "Editing a funnel". */

const MAX_PART_LENGTH = 100;

const finding = z.object({ path: z.string().describe('JSON pointer into the parts.'), message: z.string() });
const problems = z.array(finding).describe('Why no version can be made of it.');
const warnings = z.array(finding).describe('Parts without effect.');

const parts = z
  .strictObject({
    steps: steps.optional(),
    assortment: assortment.optional(),
    matching: matching.optional(),
    resultPage: resultPage.optional(),
  })
  .describe('What is changed, each part whole, as in a company file; a part that is left out is as it is in force.')
  .meta({ id: 'FunnelEditParts' });

export const funnelEditRequest = z
  .strictObject({
    parts,
    base: z
      .strictObject({ versionId: z.string().describe('The current draft, or the published version without one.') })
      .optional()
      .describe('The version that the parts were made from. Left out: not compared.'),
  })
  .meta({ id: 'FunnelEditRequest' });

export const funnelEdit = funnelEditSummary
  .extend({
    base: z.object({
      versionId: z.string().nullable().describe('The version that the edit began with; null: the funnel had none.'),
    }),
    parts,
    problems,
    warnings,
  })
  .meta({ id: 'FunnelEdit' });

export const renderRequest = z
  .strictObject({ steps, locale: z.string().optional().describe('BCP 47. Left out: the company language.') })
  .meta({ id: 'RenderRequest' });

export const savedFunnelEdit = z.object({ revision: z.int(), problems, warnings }).meta({ id: 'SavedFunnelEdit' });

export const editedDraft = publishedVersion.extend({ warnings }).meta({ id: 'EditedDraft' });

export const presenceRequest = z
  .strictObject({
    at: z
      .string()
      .max(MAX_PART_LENGTH, `at must have at most ${MAX_PART_LENGTH} characters.`)
      .describe('Where the user works, in the words of the client: for example the id of a step.'),
  })
  .meta({ id: 'PresenceRequest' });

export const funnelPresence = z
  .object({
    others: z.array(
      z.object({
        name: z.string().nullable().describe('null: the platform token.'),
        part: z.string(),
        since: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'FunnelPresence' });

import { WEBHOOK_PROPERTIES, WEBHOOK_PROPERTY_NAMES, type WebhookPropertyName } from '@svc/domain';
import { z } from 'zod';
import { answerFields } from '../v1/analysis-schema.js';

/** Shapes of the funnel host's POST /api/analyses, as the OpenAPI document shows them. docs/contract.md C14. */

/** The body: answers only. Nothing is enforced here: what does not fit is dropped with a warning by analysis-svc. */
export const submissionRequest = answerFields.meta({ id: 'SubmissionRequest' });

const text = z.string().nullable();

const webhookProduct = z
  .object({
    variant_id: z.string().describe("The merchant's variant id."),
    product_id: z.string(),
    title: z.string().describe('Name of the product, in the company language.'),
    variant_title: z.string(),
    image: text,
    short_description: text,
    color: text.describe('#rrggbb'),
    link: text.describe("The variant's address, else the product's."),
  })
  .meta({ id: 'WebhookProduct' });

const WEBHOOK_KINDS = {
  action: z.literal('Analysis Completed'),
  name: z.string(),
  text,
  products: z.array(webhookProduct),
  tabs: z.array(z.object({ key: z.string(), name: z.string(), products: z.array(webhookProduct) })),
};

function toWebhookProperty(name: WebhookPropertyName): z.ZodType {
  const property: { kind: keyof typeof WEBHOOK_KINDS; description?: string } = WEBHOOK_PROPERTIES[name];
  const schema = WEBHOOK_KINDS[property.kind];
  return property.description === undefined ? schema : schema.describe(property.description);
}

/** What webhooks deliver, too. */
export const webhookPayload = z
  .looseObject(Object.fromEntries(WEBHOOK_PROPERTY_NAMES.map((name) => [name, toWebhookProperty(name)])))
  .describe(
    'Besides these: a property for each answered question of the merchant’s own, named by the step’s key, with the chosen ' +
      'option’s key (single selection) or an array of them (multi-selection); and `<sub-domain>_all`, the variant ids of ' +
      '`products_all` in the same order.',
  )
  .meta({ id: 'WebhookPayload' });

export const submission = z
  .object({
    id: z.string().describe('Unguessable: every caller that knows it can see the results.'),
    payload_warnings: z.array(z.string()).optional().describe('Only when there was something to warn about.'),
    webhook_payload: webhookPayload.optional().describe('Only with include_webhook_payload=true.'),
  })
  .meta({ id: 'Submission' });

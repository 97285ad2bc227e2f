import { deliveryStates, deliveryTargets, disabledReasons, endpointStates } from '@svc/proto';
import { z } from 'zod';
import { page } from '../page-schema.js';

/** Shapes of the log of deliveries. docs/webhooks.md. */

const time = z.iso.datetime();

const summary = {
  id: z.string().describe('The webhook-id: the same over all attempts.'),
  target: z.enum(deliveryTargets.all),
  state: z
    .enum(deliveryStates.all)
    .describe('PENDING: not delivered yet. DELIVERED: answered with 2xx. DEAD: will not be retried.'),
  analysisId: z.string(),
  createdAt: time.describe('When the analysis was submitted.'),
  attempts: z.int().describe('Attempts that were begun.'),
  nextAttemptAt: time
    .nullable()
    .describe('null: not by itself; PENDING then waits for an endpoint that is switched off.'),
  lastStatus: z.int().nullable().describe('HTTP status of the last attempt; null: no answer came.'),
  lastError: z.string().nullable(),
  finishedAt: time.nullable(),
};

export const deliverySummary = z.object(summary).meta({ id: 'DeliverySummary' });
export const deliveryPage = page(deliverySummary, 'DeliveryPage');

export const deliveryAttempt = z
  .object({
    number: z.int().describe('From 1; numbers of interrupted attempts are missing.'),
    startedAt: time,
    durationMs: z.int(),
    url: z.string().describe('Without credentials.'),
    status: z.int().nullable(),
    error: z.string().nullable().describe('Why it does not count; null: it does.'),
    requestHeaders: z.record(z.string(), z.string()).describe('Without those that prove the sender.'),
    responseBody: z.string().nullable().describe('The first 4 KiB; null: nothing, or more than 7 days ago.'),
  })
  .meta({ id: 'DeliveryAttempt' });

export const delivery = z
  .object({
    ...summary,
    requestBody: z
      .string()
      .nullable()
      .describe('What is sent, byte for byte; null: not built yet, or more than 7 days after the end.'),
    requestBodyBytes: z
      .int()
      .nullable()
      .describe('Its length; a body of more than a million characters is cut here, not where it is sent.'),
    attemptLog: z.array(deliveryAttempt).describe('Newest first, at most 100.'),
  })
  .meta({ id: 'Delivery' });

export const redeliveryRequest = z
  .strictObject({
    target: z.enum(deliveryTargets.all),
    from: z.iso.datetime({ offset: true }).describe('Submissions from this time on.'),
    to: z.iso.datetime({ offset: true }).describe('Submissions before this time.'),
    states: z
      .array(z.enum(deliveryStates.all))
      .min(1)
      .max(deliveryStates.all.length)
      .default(['DEAD'])
      .describe('Only those in one of these states.'),
  })
  // A time that is none has its own problem.
  .refine(({ from, to }) => !(Date.parse(from) >= Date.parse(to)), { path: ['to'], error: 'to must be after from.' })
  .meta({ id: 'RedeliveryRequest' });
export const redelivery = z
  .object({ count: z.int().describe('Deliveries that are due now.') })
  .meta({ id: 'Redelivery' });

export const webhookSecret = z
  .object({
    secret: z.string().describe('whsec_ and 32 random bytes in base64. It is not shown again.'),
    formerSecretUntil: time
      .nullable()
      .describe('Until then deliveries have two signatures, one of each secret; null: the webhook was changed since.'),
  })
  .meta({ id: 'WebhookSecret' });

export const webhookTestRequest = z.strictObject({ target: z.literal('webhook') }).meta({ id: 'WebhookTestRequest' });
export const webhookTest = z
  .object({
    id: z.string().describe('The webhook-id; starts with `test_`.'),
    requestBody: z.string().describe('What was sent, byte for byte.'),
    ...deliveryAttempt.omit({ number: true }).shape,
  })
  .meta({ id: 'WebhookTest' });

export const deliveryEndpoint = z
  .object({
    target: z.enum(deliveryTargets.all),
    url: z.string().describe('Without credentials.'),
    state: z.enum(endpointStates.all),
    disabledReason: z
      .enum(disabledReasons.all)
      .nullable()
      .describe('GONE: it answered 410. FAILED_FOR_TOO_LONG: every attempt failed for 120 hours.'),
    disabledAt: time.nullable(),
    failingSince: time.nullable().describe('null: the last attempt succeeded, or there was none.'),
    pending: z.int().describe('Deliveries that wait.'),
  })
  .meta({ id: 'DeliveryEndpoint' });

export const deliveryEndpoints = page(deliveryEndpoint, 'DeliveryEndpoints');

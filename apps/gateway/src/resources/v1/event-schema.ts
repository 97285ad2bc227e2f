import {
  INTERACTION_TYPES,
  MAX_EVENT_AGE_DAYS,
  MAX_EVENT_BATCH,
  MAX_EVENT_ID_LENGTH,
  MAX_EVENT_LEAD_MINUTES,
  MAX_EVENT_POSITION,
  MAX_SHOP_ID_BYTES,
} from '@svc/domain';
import { z } from 'zod';

/** Shapes of POST /api/v1/events, as the OpenAPI document shows them; `parseEventBatch` is what decides. */

const interactionEvent = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .max(MAX_EVENT_ID_LENGTH)
      .describe('Printable ASCII, unique within the analysis; the same id again counts once. For example a UUID.'),
    type: z.enum(INTERACTION_TYPES).describe('Any letter case.'),
    variantId: z
      .string()
      .min(1)
      .describe(`The merchant's id, at most ${MAX_SHOP_ID_BYTES} bytes. May have left the catalog since.`),
    position: z
      .int()
      .min(0)
      .max(MAX_EVENT_POSITION)
      .nullish()
      .describe('Place in the list that was shown, from 0. Required for impressions.'),
    occurredAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe(
        `RFC 3339; default: when it is received. At most ${MAX_EVENT_AGE_DAYS} days ago and ${MAX_EVENT_LEAD_MINUTES} minutes ahead.`,
      ),
  })
  .meta({ id: 'InteractionEvent' });

export const eventBatch = z
  .strictObject({
    analysisId: z.string().min(1).describe('The id that POST analyses answered; it is the capability.'),
    events: z.array(interactionEvent).min(1).max(MAX_EVENT_BATCH),
  })
  .meta({ id: 'EventBatch' });

export const eventsAccepted = z
  .object({
    accepted: z.int().describe('Events that were new.'),
    duplicates: z.int().describe('Events whose id was known, in this batch or before.'),
  })
  .meta({ id: 'EventsAccepted' });

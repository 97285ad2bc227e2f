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
import { anyCase } from '../../parse/any-case.js';
import { rfc3339Time } from '../../parse/rfc-3339-time.js';

const TIME_MESSAGE = 'occurredAt must be a time of RFC 3339, for example 2026-11-21T10:15:30Z, or missing.';

const time = rfc3339Time(TIME_MESSAGE);

const ID_MESSAGE = `id must be 1 to ${MAX_EVENT_ID_LENGTH} printable ASCII characters, for example a UUID.`;
const VARIANT_MESSAGE = `variantId must be 1 to ${MAX_SHOP_ID_BYTES} bytes: the shop-system id of a variant.`;
const POSITION_MESSAGE = `position must be an integer from 0 to ${MAX_EVENT_POSITION}; the first place is 0.`;

const interactionEvent = z
  .strictObject(
    {
      id: z
        .string(ID_MESSAGE)
        .regex(new RegExp(`^[\\x20-\\x7e]{1,${MAX_EVENT_ID_LENGTH}}$`), ID_MESSAGE)
        .describe('Printable ASCII, unique within the analysis; the same id again counts once. For example a UUID.'),
      type: anyCase(INTERACTION_TYPES),
      variantId: z
        .string(VARIANT_MESSAGE)
        .min(1, VARIANT_MESSAGE)
        .refine((value) => Buffer.byteLength(value) <= MAX_SHOP_ID_BYTES, VARIANT_MESSAGE)
        .describe(`The merchant's id, at most ${MAX_SHOP_ID_BYTES} bytes. May have left the catalog since.`),
      position: z
        .int(POSITION_MESSAGE)
        .min(0, POSITION_MESSAGE)
        .max(MAX_EVENT_POSITION, POSITION_MESSAGE)
        .nullish()
        .describe('Place in the list that was shown, from 0. Required for impressions.'),
      occurredAt: time
        .nullish()
        .describe(
          `RFC 3339; default: when it is received. At most ${MAX_EVENT_AGE_DAYS} days ago and ${MAX_EVENT_LEAD_MINUTES} minutes ahead.`,
        ),
    },
    { error: describeKeys('An event must be an object with id, type and variantId.') },
  )
  .refine(({ type, position }) => type !== 'IMPRESSION' || typeof position === 'number', {
    path: ['position'],
    error: 'An impression must have a position: the place in the list, from 0.',
  })
  .meta({ id: 'InteractionEvent' });

const EVENTS_MESSAGE = `events must be an array of 1 to ${MAX_EVENT_BATCH} events.`;
const ANALYSIS_MESSAGE = 'analysisId must be the id of an analysis, as a string.';

/** The body of POST events. An unknown field is an error, so that a misspelled one is noticed; null is the same as missing. */
export const eventBatch = z
  .strictObject(
    {
      analysisId: z
        .string(ANALYSIS_MESSAGE)
        .min(1, ANALYSIS_MESSAGE)
        .describe('The id that POST analyses returned; it is the capability.'),
      events: z.array(interactionEvent, EVENTS_MESSAGE).min(1, EVENTS_MESSAGE).max(MAX_EVENT_BATCH, EVENTS_MESSAGE),
    },
    { error: describeKeys() },
  )
  .meta({ id: 'EventBatch' });

export type EventBatch = z.output<typeof eventBatch>;

export const eventsAccepted = z
  .object({
    accepted: z.int().describe('Events that were new.'),
    duplicates: z.int().describe('Events whose id was known, in this batch or before.'),
  })
  .meta({ id: 'EventsAccepted' });

const MAX_ECHOED = 64;

/** Names one unknown key: the body may hold thousands of them, as long as itself. */
function describeKeys(otherwise?: string): z.core.$ZodErrorMap {
  return (issue) => {
    if (issue.code !== 'unrecognized_keys') return otherwise;
    const [first = '', ...more] = issue.keys as string[];
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    return `${JSON.stringify(first.slice(0, MAX_ECHOED))}${others} is not known here; unknown keys must be removed.`;
  };
}

import { DAY_MS, MAX_EVENT_AGE_DAYS, MAX_EVENT_LEAD_MINUTES } from '@svc/domain';
import { type ErrorDetail, ServiceError } from '@svc/kit';
import { checkSchema } from '../../route/body.js';
import { type EventBatch, eventBatch } from './event-schema.js';

const MINUTE_MS = 60_000;
const REFUSED = 'The batch was not stored';

/**
 * The body of POST events: the whole batch, or INVALID_REQUEST with the problems and their JSON pointers.
 * @param now - what `occurredAt` is compared with.
 */
export function parseEventBatch(body: Record<string, unknown>, now: Date): EventBatch {
  const batch = checkSchema(eventBatch, body, REFUSED);
  const details = batch.events.flatMap(({ occurredAt }, index): ErrorDetail[] => {
    const message = occurredAt && checkTime(occurredAt, now);
    return message ? [{ path: `/events/${index}/occurredAt`, message }] : [];
  });
  if (details.length === 0) return batch;
  throw new ServiceError('INVALID_REQUEST', `${REFUSED}; details list what to change.`, { details });
}

function checkTime(time: Date, now: Date): string | undefined {
  const agoMs = now.getTime() - time.getTime();
  if (agoMs > MAX_EVENT_AGE_DAYS * DAY_MS) return `occurredAt must be at most ${MAX_EVENT_AGE_DAYS} days ago.`;
  if (agoMs >= -MAX_EVENT_LEAD_MINUTES * MINUTE_MS) return undefined;
  return `occurredAt must be at most ${MAX_EVENT_LEAD_MINUTES} minutes ahead; check the clock, or leave it out.`;
}

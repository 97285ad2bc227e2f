import {
  INTERACTION_TYPES,
  type InteractionEvent,
  type InteractionType,
  MAX_EVENT_AGE_DAYS,
  MAX_EVENT_BATCH,
  MAX_EVENT_ID_LENGTH,
  MAX_EVENT_LEAD_MINUTES,
  MAX_EVENT_POSITION,
  MAX_SHOP_ID_BYTES,
  parseDateTime,
} from '@svc/domain';
import { type ErrorDetail, ServiceError } from '@svc/kit';
import { toPointer } from '../../parse/unsafe-text.js';

export interface ParsedEventBatch {
  analysisId: string;
  /** 1 to 50. */
  events: InteractionEvent[];
}

const BATCH_KEYS = new Set(['analysisId', 'events']);
const EVENT_KEYS = new Set(['id', 'type', 'variantId', 'position', 'occurredAt']);
const EVENT_ID = new RegExp(`^[\\x20-\\x7e]{1,${MAX_EVENT_ID_LENGTH}}$`);
/** RFC 3339: with seconds and an offset, which ISO 8601 lets out. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Parses the body of POST events: the whole batch, or INVALID_REQUEST with every problem and its JSON pointer. An unknown
 * field is a problem, so that a misspelt one is noticed; null is the same as missing.
 * @param body - a parsed JSON object.
 * @param now - what `occurredAt` is compared with.
 */
export function parseEventBatch(body: Record<string, unknown>, now: Date): ParsedEventBatch {
  const problems: ErrorDetail[] = [];
  const report = (path: readonly PropertyKey[], message: string) => problems.push({ path: toPointer(path), message });
  reportUnknown(body, BATCH_KEYS, [], report);
  const { analysisId, events } = body;
  if (typeof analysisId !== 'string' || analysisId === '') {
    report(['analysisId'], 'analysisId is required: the id of an analysis, as a string.');
  }
  const parsed: InteractionEvent[] = [];
  if (!Array.isArray(events) || events.length === 0) {
    report(['events'], `events is required: an array of 1 to ${MAX_EVENT_BATCH} events.`);
  } else if (events.length > MAX_EVENT_BATCH) {
    report(['events'], `events must have at most ${MAX_EVENT_BATCH} events; ${events.length} were sent.`);
  } else {
    for (const [index, event] of events.entries()) parsed.push(parseEvent(event, now, ['events', index], report));
  }
  const [first] = problems;
  if (first === undefined) return { analysisId: analysisId as string, events: parsed };
  const message =
    problems.length === 1
      ? `${first.path || 'The body'}: ${first.message}`
      : 'The batch was not stored; details list what to change.';
  throw new ServiceError('INVALID_REQUEST', message, { details: problems });
}

type Path = readonly PropertyKey[];
type Report = (path: Path, message: string) => void;

/** One event; what it returns is used only if nothing was reported. */
function parseEvent(value: unknown, now: Date, path: Path, report: Report): InteractionEvent {
  const event = { id: '', type: 'CLICK', variantId: '' } as InteractionEvent;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(path, 'An event is an object with id, type and variantId.');
    return event;
  }
  const given = value as Record<string, unknown>;
  reportUnknown(given, EVENT_KEYS, path, report);
  const { id, variantId } = given;
  if (typeof id === 'string' && EVENT_ID.test(id)) event.id = id;
  else report([...path, 'id'], `id is 1 to ${MAX_EVENT_ID_LENGTH} printable ASCII characters, for example a UUID.`);

  const type = toType(given.type);
  if (type) event.type = type;
  else report([...path, 'type'], `type is one of ${INTERACTION_TYPES.join(', ')}.`);

  if (typeof variantId === 'string' && variantId !== '' && Buffer.byteLength(variantId) <= MAX_SHOP_ID_BYTES) {
    event.variantId = variantId;
  } else
    report([...path, 'variantId'], `variantId is 1 to ${MAX_SHOP_ID_BYTES} bytes: the shop-system id of a variant.`);

  const position = given.position ?? undefined;
  if (isPosition(position)) event.position = position;
  else if (position !== undefined) {
    report([...path, 'position'], `position is an integer from 0 to ${MAX_EVENT_POSITION}; the first place is 0.`);
  } else if (type === 'IMPRESSION') {
    report([...path, 'position'], 'An impression needs its position: the place in the list, from 0.');
  }

  const time = toTime(given.occurredAt ?? undefined, now);
  if (typeof time === 'string') report([...path, 'occurredAt'], time);
  else if (time) event.occurredAt = time;
  return event;
}

function reportUnknown(value: object, known: ReadonlySet<string>, path: Path, report: Report): void {
  const unknown = Object.keys(value).filter((key) => !known.has(key));
  const [first] = unknown;
  if (first === undefined) return;
  // Named once: the body may hold thousands of them, as long as itself.
  const rest = unknown.length > 1 ? ` (and ${unknown.length - 1} more)` : '';
  report(path, `${JSON.stringify(first.slice(0, MAX_ECHOED))}${rest} is not known here; use ${[...known].join(', ')}.`);
}

const MAX_ECHOED = 64;

function toType(value: unknown): InteractionType | undefined {
  // ASCII only: beyond it letters become others in upper case.
  if (typeof value !== 'string' || !/^[A-Za-z_]+$/.test(value)) return undefined;
  const upper = value.toUpperCase();
  return INTERACTION_TYPES.find((type) => type === upper);
}

const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_EVENT_POSITION;

/** The time, undefined when there is none, or what is wrong with it. */
function toTime(value: unknown, now: Date): Date | undefined | string {
  if (value === undefined) return undefined;
  const utc = typeof value === 'string' && RFC_3339.test(value) ? parseDateTime(value) : null;
  if (utc === null) return 'occurredAt is a time of RFC 3339, for example 2026-11-21T10:15:30Z, or left out.';
  const time = new Date(utc);
  const agoMs = now.getTime() - time.getTime();
  if (agoMs > MAX_EVENT_AGE_DAYS * DAY_MS) {
    return `occurredAt is over ${MAX_EVENT_AGE_DAYS} days ago; such late events are not taken.`;
  }
  if (agoMs < -MAX_EVENT_LEAD_MINUTES * MINUTE_MS) {
    return `occurredAt is more than ${MAX_EVENT_LEAD_MINUTES} minutes ahead; check the clock, or leave it out.`;
  }
  return time;
}

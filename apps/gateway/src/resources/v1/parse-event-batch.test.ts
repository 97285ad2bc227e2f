import { readFileSync } from 'node:fs';
import {
  MAX_EVENT_AGE_DAYS,
  MAX_EVENT_BATCH,
  MAX_EVENT_ID_LENGTH,
  MAX_EVENT_LEAD_MINUTES,
  MAX_EVENT_POSITION,
  MAX_EVENTS_BODY_BYTES,
  MAX_EVENTS_PER_ANALYSIS,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES,
  MAX_SHOP_ID_BYTES,
} from '@svc/domain';
import type { ServiceError } from '@svc/kit';
import { anyCharacter } from '@svc/kit/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventBatch } from './event-schema.js';
import { parseEventBatch } from './parse-event-batch.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const parse = (body: Record<string, unknown>) => parseEventBatch(body, NOW);
const click = { id: 'e1', type: 'CLICK', variantId: 'V1' };
const batch = (...events: unknown[]) => ({ analysisId: 'a', events });

/** The problems of a body; empty when it is taken. */
function getProblems(body: Record<string, unknown>): readonly { path: string; message: string }[] {
  try {
    parse(body);
    return [];
  } catch (error) {
    expect((error as ServiceError).code).toBe('INVALID_REQUEST');
    return (error as ServiceError).details;
  }
}

describe('the body of POST events', () => {
  it('is taken with types in any letter case; null is the same as missing', () => {
    const events = [
      { ...click, position: null, occurredAt: null },
      { id: 'e 2!', type: 'Add_To_Cart', variantId: 'é'.repeat(127), position: 10_000 },
      { id: 'e3', type: 'impression', variantId: 'V1', position: 0, occurredAt: '2026-11-21T13:30:00.5+01:30' },
      { id: 'x'.repeat(64), type: 'PURCHASE', variantId: 'x'.repeat(255) },
    ];
    expect(parse(batch(...events))).toEqual({
      analysisId: 'a',
      events: [
        { ...click, position: null, occurredAt: null },
        { id: 'e 2!', type: 'ADD_TO_CART', variantId: 'é'.repeat(127), position: 10_000 },
        {
          id: 'e3',
          type: 'IMPRESSION',
          variantId: 'V1',
          position: 0,
          occurredAt: new Date('2026-11-21T12:00:00.500Z'),
        },
        { id: 'x'.repeat(64), type: 'PURCHASE', variantId: 'x'.repeat(255) },
      ],
    });
  });

  it.each([
    ['no id', { id: undefined }, '/id', 'id must be 1 to 64 printable ASCII characters, for example a UUID.'],
    ['an empty id', { id: '' }, '/id', 'id must be 1 to 64'],
    ['an id of 65 characters', { id: 'x'.repeat(65) }, '/id', 'id must be 1 to 64'],
    ['an id beyond ASCII', { id: 'é' }, '/id', 'printable ASCII'],
    ['an id with a line break', { id: 'a\n' }, '/id', 'printable ASCII'],
    ['a number as id', { id: 1 }, '/id', 'id must be 1 to 64'],
    ['another type', { type: 'VIEW' }, '/type', 'The value must be one of IMPRESSION, CLICK, ADD_TO_CART, PURCHASE.'],
    ['no type', { type: undefined }, '/type', 'The value must be one of'],
    ['a type that upper case makes fit', { type: 'clıck' }, '/type', 'The value must be one of'],
    [
      'an empty variantId',
      { variantId: '' },
      '/variantId',
      'variantId must be 1 to 255 bytes: the shop-system id of a variant.',
    ],
    ['a variantId of 256 bytes', { variantId: 'é'.repeat(128) }, '/variantId', 'variantId must be 1 to 255 bytes'],
    ['a number as variantId', { variantId: 7 }, '/variantId', 'variantId must be 1 to 255 bytes'],
    [
      'a negative position',
      { position: -1 },
      '/position',
      'position must be an integer from 0 to 10000; the first place is 0.',
    ],
    ['a position of 10,001', { position: 10_001 }, '/position', 'position must be an integer'],
    ['half a position', { position: 0.5 }, '/position', 'position must be an integer'],
    ['a position in quotes', { position: '1' }, '/position', 'position must be an integer'],
    ['an impression without position', { type: 'IMPRESSION' }, '/position', 'An impression must have a position'],
    ['a date as time', { occurredAt: '2026-11-21' }, '/occurredAt', 'occurredAt must be a time of RFC 3339'],
    ['a time without offset', { occurredAt: '2026-11-21T12:00:00' }, '/occurredAt', 'RFC 3339'],
    ['30 February', { occurredAt: '2026-02-30T12:00:00Z' }, '/occurredAt', 'RFC 3339'],
    ['milliseconds as time', { occurredAt: 1_795_000_000_000 }, '/occurredAt', 'RFC 3339'],
    [
      'a time over 7 days ago',
      { occurredAt: '2026-11-14T11:59:59Z' },
      '/occurredAt',
      'occurredAt must be at most 7 days ago',
    ],
    ['a time over 5 minutes ahead', { occurredAt: '2026-11-21T12:05:01Z' }, '/occurredAt', 'at most 5 minutes ahead'],
    ['a misspelled field', { positon: 1 }, '', '"positon" is not known here; unknown keys must be removed.'],
  ])('%s refuses the batch with its pointer', (_name, change, path, message) => {
    expect(getProblems(batch(click, { ...click, id: 'e2', ...change }))).toEqual([
      { path: `/events/1${path}`, message: expect.stringContaining(message) },
    ]);
  });

  it.each(['2026-11-14T12:00:00Z', '2026-11-21T12:05:00Z'])('the edge of the window, %s, is inside', (occurredAt) => {
    expect(getProblems(batch({ ...click, occurredAt }))).toEqual([]);
  });

  it.each([
    ['no analysisId', { events: [click] }, '/analysisId', 'analysisId must be the id of an analysis'],
    [
      'a number as analysisId',
      { analysisId: 1, events: [click] },
      '/analysisId',
      'analysisId must be the id of an analysis',
    ],
    ['no events', { analysisId: 'a' }, '/events', 'events must be an array of 1 to 50 events.'],
    ['an empty array', batch(), '/events', 'events must be an array'],
    ['one event instead of an array', { analysisId: 'a', events: click }, '/events', 'events must be an array'],
    ['51 events', batch(...Array(51).fill(click)), '/events', 'events must be an array of 1 to 50 events.'],
    [
      'an event that is none',
      batch(click, null),
      '/events/1',
      'An event must be an object with id, type and variantId.',
    ],
    ['an unknown field', { ...batch(click), source: 'x', b: 1 }, '', '"source" (and 1 more) is not known here'],
  ])('%s is refused', (_name, body, path, message) => {
    expect(getProblems(body)).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  it('50 events are stored; every problem of a batch is in one error', () => {
    expect(parse(batch(...Array(50).fill(click))).events).toHaveLength(50);
    const problems = getProblems({
      events: [
        { ...click, id: '' },
        { ...click, type: '', variantId: '' },
      ],
    });
    expect(problems.map(({ path }) => path)).toEqual([
      '/analysisId',
      '/events/0/id',
      '/events/1/type',
      '/events/1/variantId',
    ]);
  });

  it('the list of problems is bounded, whatever is sent', () => {
    const huge = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`${'k'.repeat(200)}${index}`, 1]));
    const problems = getProblems(batch({ ...click, ...huge }));
    expect(JSON.stringify(problems).length).toBeLessThan(300);
  });

  it('a body is rejected exactly if the documented schema rejects it, as far as a schema can express the rules', () => {
    const value = fc.oneof(fc.constantFrom(undefined, null, '', 'V1', 1, -1, 0.5, 20_000, [], {}), fc.string());
    const time = fc.constantFrom(undefined, null, '2026-11-21T11:00:00Z', '2026-11-21', 'x');
    const event = fc.record(
      {
        id: value,
        type: fc.constantFrom('CLICK', 'PURCHASE', 'x', 1),
        variantId: value,
        position: value,
        occurredAt: time,
      },
      { requiredKeys: [] },
    );
    const body = fc.record({ analysisId: value, events: fc.array(event, { maxLength: 3 }) }, { requiredKeys: [] });
    fc.assert(
      fc.property(body, (sent) => {
        const printable = JSON.stringify(sent).match(/^[\x20-\x7e]*$/) !== null;
        const expected = eventBatch.safeParse(sent).success;
        const taken = getProblems(sent).length === 0;
        if (taken || printable) expect(taken).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('any JSON is accepted or rejected with pointers', () => {
    const key = fc.constantFrom('analysisId', 'events', 'id', 'type', 'variantId', 'position', 'occurredAt', 'x');
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 0, 1e308, '', 'click', '2026-11-21T11:00:00Z'),
        fc.string({ unit: anyCharacter(fc) }),
        fc.array(tie('value')),
        fc.dictionary(key, tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(fc.record({ analysisId: json, events: fc.array(json) }, { requiredKeys: [] }), (body) => {
        for (const { path } of getProblems(body)) expect(path).toMatch(/^(\/\w+)*$/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('the batches and limits of docs/events.md are true', () => {
    const page = readFileSync(new URL('../../../../../docs/events.md', import.meta.url), 'utf8');
    const bodies = [...page.matchAll(/-d '(\{.*?\n\})'|```json\n(.*?)\n```/gs)].map(
      ([, curl, block]) => curl ?? block ?? '',
    );
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(getProblems(JSON.parse(body))).toEqual([]);
    const limits = [
      `| 1 to ${MAX_EVENT_BATCH} |`,
      `| ${MAX_EVENTS_BODY_BYTES / 1024} KiB, ${MAX_JSON_DEPTH} levels, ${MAX_JSON_VALUES.toLocaleString('en')} values |`,
      `| 1 to ${MAX_EVENT_ID_LENGTH} printable ASCII characters |`,
      `| 1 to ${MAX_SHOP_ID_BYTES} bytes |`,
      `| 0 to ${MAX_EVENT_POSITION.toLocaleString('en')} |`,
      `| ${MAX_EVENTS_PER_ANALYSIS.toLocaleString('en')} |`,
      `at most ${MAX_EVENT_AGE_DAYS} days ago and ${MAX_EVENT_LEAD_MINUTES} minutes ahead`,
    ];
    for (const limit of limits) expect(page).toContain(limit);
  });
});

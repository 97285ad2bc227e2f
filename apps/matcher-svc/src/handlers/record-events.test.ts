import { addDays } from '@svc/domain';
import { type Clock, randomId, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStep } from '../engine/testing/company.js';
import { type EventClient, eventClient } from '../testing/event-client.js';
import { createCatalog, givePeers } from '../testing/matcher.js';
import { useMatchers } from '../testing/use-matchers.js';

const TODAY = '2026-11-21';
const at = (day: string, time = '12:00:00') => new Date(`${day}T${time}Z`);

const matchers = useMatchers();
let now: Date;
const clock: Clock = { now: () => now };
let events: EventClient;
let db: Knex;
let analysis: string;

beforeEach(async () => {
  now = at(TODAY);
  db = matchers.database.owner;
  analysis = randomId();
  // Before the start: from then on the matcher may have copied the funnel.
  givePeers(matchers.peers, matchers.company, { steps: [createStep(1, { Dry: {}, oily: {} })] });
  const matcher = await matchers.start({ clock, env: { EVENT_AGGREGATION_INTERVAL_MS: '3600000' } });
  events = eventClient(matcher.address);
});
afterEach(() => events.close());

const record = (batch: Parameters<EventClient['record']>[2], id = analysis) =>
  events.record(matchers.company, id, batch);
const stored = (id = analysis) =>
  db('interaction_events')
    .where({ analysis_hash: sha256(id) })
    .orderBy('event_id')
    .select(db.raw('day::text as day'), 'event_id', 'type', 'variant_id', 'position', 'occurred_at');
const session = (id = analysis) =>
  db('event_sessions')
    .where({ analysis_hash: sha256(id) })
    .first(db.raw('day::text as day'), 'company_id', 'funnel_id', 'is_preview', 'options', 'event_count', 'erased_at');

describe('ListInteractedVariants', () => {
  it('names the variants that an analysis has an event of, and nothing to another company', async () => {
    await record({
      events: [
        { variantId: 'a', position: 0 },
        { variantId: 'b', position: 1 },
      ],
    });
    const list = (companyId: string, id = analysis) => events.listInteracted(companyId, id, ['a', 'b', 'c']);
    expect(await list(matchers.company)).toEqual(['a', 'b']);
    expect(await list('another-company')).toEqual([]);
    expect(await list(matchers.company, randomId())).toEqual([]);
  });
});

describe('RecordEvents', () => {
  it('stores a batch, and the session with the options of the answers, under the hash of the id', async () => {
    const answer = await record({
      answers: { skinColor: 'FAIR', selectionValues: [{ stepId: 1, selectedKey: 'dry' }] },
      events: [
        { variantId: 'a', position: 3 },
        { type: 'CLICK', variantId: 'gone from the catalog', occurTime: at(TODAY, '11:59:00') },
      ],
    });
    expect(answer).toEqual({ accepted: 2, duplicates: 0 });
    expect(await stored()).toEqual([
      { day: TODAY, event_id: 'e0', type: 1, variant_id: 'a', position: 3, occurred_at: now },
      {
        day: TODAY,
        event_id: 'e1',
        type: 2,
        variant_id: 'gone from the catalog',
        position: null,
        occurred_at: at(TODAY, '11:59:00'),
      },
    ]);
    expect(await session()).toEqual({
      day: TODAY,
      company_id: matchers.company,
      funnel_id: `${matchers.company}-funnel`,
      is_preview: false,
      options: ['s:1:dry'],
      event_count: 2,
      erased_at: null,
    });
  });

  it('an id counts once: in one batch, in another, a day later, with other content', async () => {
    expect(await record({ events: [{ id: 'x' }, { id: 'x', variantId: 'b' }] })).toEqual({
      accepted: 1,
      duplicates: 1,
    });
    expect(await record({ events: [{ id: 'x' }, { id: 'y' }] })).toEqual({ accepted: 1, duplicates: 1 });
    now = at(addDays(TODAY, 1));
    expect(await record({ events: [{ id: 'x', type: 'CLICK' }] })).toEqual({ accepted: 0, duplicates: 1 });
    expect(await stored()).toMatchObject([{ event_id: 'x', variant_id: 'a', type: 1 }, { event_id: 'y' }]);
    expect(await record({ events: [{ id: 'x' }] }, randomId())).toEqual({ accepted: 1, duplicates: 0 });
  });

  it('100 simultaneous duplicates count once', async () => {
    const batch = { events: Array.from({ length: 50 }, (_, index) => ({ id: `e${index}` })) };
    const answers = await Promise.all(Array.from({ length: 100 }, () => record(batch)));
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
    expect(answers.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(99 * 50);
    expect(await stored()).toHaveLength(50);
    expect((await session())?.event_count).toBeGreaterThanOrEqual(50);
  });

  it('all events of an analysis belong to the day of its first event, by the client’s clock', async () => {
    await record({
      events: [
        { id: 'later', occurTime: at('2026-11-18') },
        { id: 'first', occurTime: at('2026-11-17') },
      ],
    });
    now = at('2026-11-24');
    await record({ events: [{ id: 'bought', type: 'PURCHASE' }] });
    expect((await stored()).map(({ day }) => day)).toEqual(['2026-11-17', '2026-11-17', '2026-11-17']);
  });

  it('an analysis takes 2,000 events; a batch that goes beyond is RATE_LIMITED as a whole, a repeated one is not', async () => {
    const batch = (number: number, length = 50) => ({
      events: Array.from({ length }, (_, index) => ({ id: `b${number}-${index}` })),
    });
    for (let number = 0; number < 39; number += 1) await record(batch(number));
    await record(batch(39, 49));
    await expect(record(batch(40, 2))).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: 86_400 });
    expect(await stored()).toHaveLength(1_999);
    expect(await record(batch(40, 1))).toEqual({ accepted: 1, duplicates: 0 });
    expect(await record(batch(7))).toEqual({ accepted: 0, duplicates: 50 });
  });

  it('an event of an analysis whose day is over 90 days ago is accepted and not stored', async () => {
    await record({ events: [{ id: 'first' }] });
    now = at(addDays(TODAY, 90));
    expect(await record({ events: [{ id: 'in time' }] })).toEqual({ accepted: 1, duplicates: 0 });
    now = at(addDays(TODAY, 91));
    expect(await record({ events: [{ id: 'late' }] })).toEqual({ accepted: 1, duplicates: 0 });
    expect((await stored()).map(({ event_id }) => event_id)).toEqual(['first', 'in time']);
  });

  it('a preview is stored as one', async () => {
    await record({ isPreview: true, events: [{ id: 'x' }] });
    expect(await session()).toMatchObject({ is_preview: true, event_count: 1 });
  });

  it('a removed funnel is NOT_FOUND; one that cannot be read is UNAVAILABLE, and nothing is stored', async () => {
    // New ones, and before the first wait: from then on the matcher may have copied them.
    const give = (funnel: object): string => {
      const company = randomId();
      givePeers(matchers.peers, company, { catalog: createCatalog(1, { a: [] }) });
      Object.assign(matchers.peers.states.get(company)!.funnels[0]!, funnel);
      return company;
    };
    const [removed, unreadable] = [give({ archived: true }), give({ publishedVersionId: null })];
    const recordIn = (company: string) => events.record(company, analysis, { events: [{}] });
    await expect(recordIn(removed)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(recordIn(unreadable)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect([await stored(), await session()]).toEqual([[], undefined]);
  });

  it('what was acknowledged is there for another replica', async () => {
    await record({ events: [{ id: 'x' }] });
    await matchers.stopAll();
    const second = eventClient((await matchers.start({ clock })).address);
    const again = await second.record(matchers.company, analysis, { events: [{ id: 'x' }, { id: 'y' }] });
    second.close();
    expect(again).toEqual({ accepted: 1, duplicates: 1 });
  });

  it.each([
    ['no event', []],
    ['51 events', Array.from({ length: 51 }, (_, index) => ({ id: `e${index}` }))],
  ])('%s is INVALID_REQUEST', async (_name, sent) => {
    await expect(record({ events: sent })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

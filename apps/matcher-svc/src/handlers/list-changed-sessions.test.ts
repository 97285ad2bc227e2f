import { randomId, sha256 } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventClient, eventClient } from '../testing/event-client.js';
import { givePeers } from '../testing/matcher.js';
import { useMatchers } from '../testing/use-matchers.js';

const matchers = useMatchers();
let events: EventClient;

beforeEach(async () => {
  const matcher = await matchers.start({ env: { EVENT_AGGREGATION_INTERVAL_MS: '3600000' } });
  events = eventClient(matcher.address);
  givePeers(matchers.peers, matchers.company, { steps: [] });
});
afterEach(() => events.close());

const record = (id: string, batch: Parameters<EventClient['record']>[2]) => events.record(matchers.company, id, batch);
async function list(id: string, cursor?: string) {
  const { sessions, cursor: next } = await events.listChanged(cursor);
  const found = sessions.find(({ analysisIdHash }) => analysisIdHash.equals(sha256(id)));
  const variants = found?.variants.map(({ variantId, types }) => [variantId, ...types.map((type) => type.slice(17))]);
  return { variants, cursor: next, companyId: found?.companyId };
}

describe('ListChangedSessions (docs/insight.md N20.3)', () => {
  it('lists an analysis with what was done with each variant, each once, and again after further events', async () => {
    const id = randomId();
    await record(id, {
      events: [
        { variantId: 'a' },
        { variantId: 'a', position: 3 },
        { variantId: 'a', type: 'CLICK' },
        { variantId: 'b', position: 1 },
      ],
    });
    const first = await list(id);
    expect(first.companyId).toBe(matchers.company);
    expect(first.variants?.sort()).toEqual([
      ['a', 'IMPRESSION', 'CLICK'],
      ['b', 'IMPRESSION'],
    ]);
    await record(id, { events: [{ id: 'later', variantId: 'b', type: 'PURCHASE' }] });
    expect((await list(id, first.cursor)).variants?.sort()).toEqual([
      ['a', 'IMPRESSION', 'CLICK'],
      ['b', 'IMPRESSION', 'PURCHASE'],
    ]);
  });

  it('leaves out previews, erased analyses, and those whose events were deleted by age', async () => {
    const [preview, erased, old] = [randomId(), randomId(), randomId()];
    await record(preview, { events: [{}], isPreview: true });
    for (const id of [erased, old]) await record(id, { events: [{}] });
    const db = matchers.database.owner;
    await db('event_sessions')
      .where({ analysis_hash: sha256(erased) })
      .update({ erased_at: new Date() });
    await db('interaction_events')
      .where({ analysis_hash: sha256(old) })
      .delete();
    for (const id of [preview, erased, old]) expect((await list(id)).variants).toBeUndefined();
  });

  it('lists every session once per pass, over pages of 200', async () => {
    const db = matchers.database.owner;
    const company = `company-${randomId()}`;
    await record(randomId(), { events: [{}] });
    await db.raw(
      `insert into event_sessions (analysis_hash, company_id, funnel_id, day)
       select sha256((?::text || n)::bytea), ?, 'f', day from generate_series(1, 650) n,
         (select day from interaction_events limit 1) as known`,
      [company, company],
    );
    await db.raw(
      `insert into interaction_events (analysis_hash, event_id, day, type, variant_id, occurred_at)
       select analysis_hash, 'e', day, 2, 'v', now() from event_sessions where company_id = ?`,
      [company],
    );
    const { sessions } = await events.listChanged();
    const own = sessions.filter(({ companyId }) => companyId === company);
    expect(own).toHaveLength(650);
    expect(new Set(own.map(({ analysisIdHash }) => analysisIdHash.toString('hex'))).size).toBe(650);
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallCompany } from '../../support/companies.js';
import { refusal } from '../../support/contract-api.js';
import { type Answer, type Call, repeatWhileUnavailable, send, until, untilEach } from '../../support/http.js';
import { sendRaw } from '../../support/raw-http.js';
import { admin, type Cluster } from '../../support/services.js';

const PATH = '/api/v1/events';
const hash = (analysisId: string) => createHash('sha256').update(analysisId).digest();

/** docs/events.md, over two gateways and two matchers. */
export function interactionEvents(getCluster: () => Cluster): void {
  describe('POST /api/v1/events', () => {
    let cluster: Cluster;
    let origins: string[];
    let management: ReturnType<typeof admin>;
    let database: pg.Pool;
    let apiKey: string;
    let funnel: { id: string; draft: { id: string } };

    beforeAll(async () => {
      cluster = getCluster();
      origins = cluster.gateways.map((gateway) => gateway.origin);
      management = admin(origins[0] as string, cluster.platformToken);
      const company = smallCompany();
      const [skin] = company.funnels;
      const applied = await management.establish('small', {
        ...company,
        funnels: [
          {
            ...skin,
            draft: {
              steps: [
                ...(skin?.published.steps ?? []),
                { ...skin?.published.steps[0], id: 2, key: 'again', orderNumber: 1 },
              ],
            },
          },
        ],
      });
      expect(applied.status, applied.text).toBe(200);
      funnel = applied.body.funnels.skin;
      apiKey = await management.createKey('small');
      database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 4 });
      database.on('error', () => {}); // The server goes first.
    });
    afterAll(() => database?.end());

    async function analysis(selectedKey = 'dry', rest: object = {}): Promise<string> {
      const body = { funnelId: funnel.id, selectionValues: [{ stepId: 1, selectedKey }], ...rest };
      const headers = { authorization: `Bearer ${apiKey}` };
      const answer = await repeatWhileUnavailable(() =>
        send(origins[0] as string, '/api/v1/analyses', { headers, body }),
      );
      expect(answer.status, answer.text).toBe(200);
      return answer.body.id;
    }
    let turn = 0;
    const postOnce = (body: unknown, call: Call = {}): Promise<Answer> =>
      send(origins[turn++ % origins.length] as string, PATH, { method: 'POST', body, ...call });
    const post = (body: unknown, call: Call = {}): Promise<Answer> =>
      repeatWhileUnavailable(() => postOnce(body, call));
    const impression = (id: string, variantId = 'dry-1', position = 0) => ({
      id,
      type: 'IMPRESSION',
      variantId,
      position,
    });
    const stored = async (analysisId: string): Promise<string[]> => {
      const { rows } = await database.query(
        'select event_id from matcher.interaction_events where analysis_hash = $1 order by event_id',
        [hash(analysisId)],
      );
      return rows.map((row) => row.event_id);
    };

    it('202 means stored: what was shown, clicked and bought, by the hash of the analysis id', async () => {
      const id = await analysis();
      const answer = await post({
        analysisId: id,
        events: [
          impression('shown-1'),
          { id: 'clicked', type: 'click', variantId: 'dry-1', occurredAt: new Date().toISOString() },
          { id: 'in the cart', type: 'Add_To_Cart', variantId: 'dry-1', position: 0 },
          { id: 'bought', type: 'PURCHASE', variantId: 'no longer in the catalog' },
        ],
      });
      expect([answer.status, answer.body]).toEqual([202, { accepted: 4, duplicates: 0 }]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(await stored(id)).toEqual(['bought', 'clicked', 'in the cart', 'shown-1']);
      const { rows } = await database.query(`select to_jsonb(e)::text as text from matcher.interaction_events e
      union all select to_jsonb(s)::text from matcher.event_sessions s`);
      expect(rows.filter(({ text }) => text.includes(id))).toEqual([]);
    });

    it('an event counts once: in one batch, in two, and in 100 simultaneous ones over both gateways', async () => {
      const id = await analysis();
      const batch = { analysisId: id, events: [impression('a'), impression('b'), impression('a', 'oily-1')] };
      const answers = await Promise.all(Array.from({ length: 100 }, () => post(batch)));
      // A busy machine may be too slow for some, which may have been stored nevertheless.
      const taken = answers.filter(({ status }) => ![503, 504].includes(status));
      expect(new Set(taken.map(({ status }) => status))).toEqual(new Set([202]));
      const sum = (key: 'accepted' | 'duplicates') => taken.reduce((total, { body }) => total + body[key], 0);
      expect(sum('accepted')).toBeLessThanOrEqual(2);
      expect(sum('accepted') + sum('duplicates')).toBe(3 * taken.length);
      expect(await stored(id)).toEqual(['a', 'b']);
      const other = await analysis();
      expect((await post({ ...batch, analysisId: other })).body).toEqual({ accepted: 2, duplicates: 1 });
    });

    it.each([
      ['no body', '', 400, 'INVALID_JSON', undefined],
      ['33 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 400, 'INVALID_JSON', undefined],
      ['no events', { analysisId: 'ID', events: [] }, 400, 'INVALID_REQUEST', '/events'],
      [
        '51 events',
        { analysisId: 'ID', events: Array.from({ length: 51 }, (_, n) => impression(`e${n}`)) },
        400,
        'INVALID_REQUEST',
        '/events',
      ],
      ['no analysisId', { events: [impression('a')] }, 400, 'INVALID_REQUEST', '/analysisId'],
      [
        'an id of 65 characters',
        { analysisId: 'ID', events: [impression('x'.repeat(65))] },
        400,
        'INVALID_REQUEST',
        '/events/0/id',
      ],
      [
        'another type',
        { analysisId: 'ID', events: [{ ...impression('a'), type: 'VIEW' }] },
        400,
        'INVALID_REQUEST',
        '/events/0/type',
      ],
      [
        'no position',
        { analysisId: 'ID', events: [impression('a'), { ...impression('b'), position: null }] },
        400,
        'INVALID_REQUEST',
        '/events/1/position',
      ],
      [
        'a position of 10,001',
        { analysisId: 'ID', events: [impression('a', 'v', 10_001)] },
        400,
        'INVALID_REQUEST',
        '/events/0/position',
      ],
      [
        'a variantId of 256 bytes',
        { analysisId: 'ID', events: [impression('a', 'v'.repeat(256))] },
        400,
        'INVALID_REQUEST',
        '/events/0/variantId',
      ],
      [
        'a time over 7 days ago',
        {
          analysisId: 'ID',
          events: [{ ...impression('a'), occurredAt: new Date(Date.now() - 7 * 86_400_000 - 60_000).toISOString() }],
        },
        400,
        'INVALID_REQUEST',
        '/events/0/occurredAt',
      ],
      [
        'a time over 5 minutes ahead',
        {
          analysisId: 'ID',
          events: [{ ...impression('a'), occurredAt: new Date(Date.now() + 3_600_000).toISOString() }],
        },
        400,
        'INVALID_REQUEST',
        '/events/0/occurredAt',
      ],
      [
        '64 KiB and a byte',
        `{"analysisId":"ID","events":[]}${' '.repeat(65_537 - 31)}`,
        413,
        'REQUEST_TOO_LARGE',
        undefined,
      ],
    ])('%s is refused as a whole, with what to change', async (_name, body, status, code, path) => {
      const id = await analysis();
      const text = (typeof body === 'string' ? body : JSON.stringify(body)).replace('"ID"', JSON.stringify(id));
      const answer = await post(text.length > 60_000 ? text.padEnd(65_537) : text);
      expect(refusal(answer)).toEqual([status, code]);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect((answer.body.details ?? []).map((detail: { path: string }) => detail.path)).toEqual(path ? [path] : []);
      expect(await stored(id)).toEqual([]);
    });

    it('JSON may be sent as text, which needs no preflight; other media types are 415, other methods 405', async () => {
      const id = await analysis();
      const body = JSON.stringify({ analysisId: id, events: [impression('a')] });
      expect((await post(body, { headers: { 'content-type': 'text/plain;charset=UTF-8' } })).status).toBe(202);
      expect(await stored(id)).toHaveLength(1);
      expect(refusal(await post(body, { headers: { 'content-type': 'text/html' } }))).toEqual([
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ]);
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await send(origins[0] as string, PATH, { method });
        expect([answer.status, answer.headers.allow]).toEqual([405, 'OPTIONS, POST']);
      }
    });

    it('any page may call it, with fetch and with beacons', async () => {
      const preflight = (headers: Record<string, string>) =>
        send(origins[0] as string, PATH, { method: 'OPTIONS', headers });
      const plain = await preflight({});
      expect([plain.status, plain.headers['access-control-allow-origin']]).toEqual([204, '*']);
      const asked = await preflight({
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      });
      expect(asked.headers).toMatchObject({
        'access-control-allow-origin': 'https://shop.example',
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'Content-Type, X-Request-Id',
      });
    });

    it('a connection is kept for the next batch', async () => {
      const id = await analysis();
      const request = (event: string) => {
        const body = JSON.stringify({ analysisId: id, events: [impression(event)] });
        return `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      };
      const answer = await sendRaw(origins[0] as string, [request('a')]);
      expect([answer.status, answer.closed]).toEqual([202, false]);
      expect(answer.headers.connection).toBe('keep-alive');
    });

    it('unknown and malformed ids are 404 like matches', async () => {
      const matches = await send(origins[0] as string, '/api/v1/analyses/unknown/matches');
      for (const analysisId of ['unknown', 'x'.repeat(500), '../../etc', 'x y']) {
        const answer = await post({ analysisId, events: [impression('a')] });
        expect(refusal(answer)).toEqual([404, 'NOT_FOUND']);
        expect(answer.body.message).toBe(matches.body.message);
      }
    });

    it('an analysis takes 2,000 events; then 429, as long as events are new', async () => {
      const id = await analysis();
      const batch = (number: number) => ({
        analysisId: id,
        events: Array.from({ length: 50 }, (_, index) => impression(`${number}-${index}`)),
      });
      for (let number = 0; number < 40; number += 1) expect((await post(batch(number))).status).toBe(202);
      const answer = await post({ analysisId: id, events: [impression('one more')] });
      expect(refusal(answer)).toEqual([429, 'RATE_LIMITED']);
      expect(answer.headers['retry-after']).toBe('86400');
      expect((await post(batch(3))).body).toEqual({ accepted: 0, duplicates: 50 });
      expect(await stored(id)).toHaveLength(2_000);
    });

    it('the sums of the day follow within moments: cap 8, position weights, options; no previews', async () => {
      const company = smallCompany({ subdomain: 'sums' });
      const applied = await management.establish('sums', company);
      expect(applied.status, applied.text).toBe(200);
      const before = { apiKey, funnel };
      apiKey = await management.createKey('sums');
      funnel = applied.body.funnels.sums;
      const [dry, oily] = [await analysis('dry'), await analysis('oily')];
      ({ apiKey, funnel } = before);
      const preview = await analysis('dry', { createdWithVersionId: funnel.draft.id });
      // One day for all of them, also where the test runs over midnight.
      const occurredAt = new Date().toISOString();
      const postNow = (analysisId: string, ...events: object[]) =>
        post({ analysisId, events: events.map((event) => ({ ...event, occurredAt })) });

      await postNow(dry, impression('1', 'dry-1', 0), impression('2', 'plain-1', 4));
      await postNow(
        dry,
        { id: '3', type: 'PURCHASE', variantId: 'dry-1' },
        { id: '4', type: 'CLICK', variantId: 'dry-1' },
      );
      await postNow(oily, impression('1', 'plain-1', 0), { id: '2', type: 'ADD_TO_CART', variantId: 'plain-1' });
      expect((await postNow(preview, impression('1'))).body).toEqual({ accepted: 1, duplicates: 0 });
      const sums = async () => {
        const { rows } = await database.query(
          'select day::text, data, checksum from matcher.learning_days where funnel_id = $1',
          [applied.body.funnels.sums.id],
        );
        return rows.map(({ day, data, checksum }) => {
          expect(createHash('sha256').update(data).digest()).toEqual(checksum);
          return { day, stats: JSON.parse(gunzipSync(data).toString()) };
        });
      };
      await expect.poll(sums).toEqual([
        {
          day: occurredAt.slice(0, 10),
          stats: {
            sessions: 2,
            impressions: 3,
            options: { 's:1:dry': 1, 's:1:oily': 1 },
            variants: { 'dry-1': { b: 1, k: 8 }, 'plain-1': { b: 1.5, k: 3 } },
            pairs: {
              's:1:dry': { 'dry-1': { b: 1, k: 8 }, 'plain-1': { b: 0.5, k: 0 } },
              's:1:oily': { 'plain-1': { b: 1, k: 3 } },
            },
          },
        },
      ]);

      const erased = await management.call('DELETE', `/companies/sums/analyses/${dry}`);
      expect(erased.status, erased.text).toBe(204);
      await until('the sums forget the erased analysis', async () => (await sums())[0]?.stats.sessions === 1);
      expect((await sums())[0]?.stats.variants).toEqual({ 'plain-1': { b: 1, k: 3 } });
      await expect.poll(() => stored(dry)).toEqual([]);
      const { rows } = await database.query('select is_preview from matcher.event_sessions where analysis_hash = $1', [
        hash(preview),
      ]);
      expect(rows).toEqual([{ is_preview: true }]);
    });

    it('an erased analysis takes no event, not even one that was on its way', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = await analysis();
        await post({ analysisId: id, events: [impression('before')] });
        const sending = Array.from({ length: 20 }, (_, index) =>
          post({ analysisId: id, events: [impression(`e${index}`)] }),
        );
        const erasing = management.call('DELETE', `/companies/small/analyses/${id}`);
        for (const { status } of await Promise.all(sending)) expect([202, 404]).toContain(status);
        expect((await erasing).status).toBe(204);
        expect(refusal(await post({ analysisId: id, events: [impression('after')] }))).toEqual([404, 'NOT_FOUND']);
        await until('its events are gone', async () => {
          const { rows } = await database.query(
            'select erased_at from matcher.event_sessions where analysis_hash = $1',
            [hash(id)],
          );
          return rows[0]?.erased_at != null && (await stored(id)).length === 0;
        });
      }
    });

    it('what was acknowledged is kept when a matcher is killed, and what was not can be sent again', async () => {
      const ids = await Promise.all(Array.from({ length: 4 }, () => analysis()));
      const batches = Array.from({ length: 200 }, (_, number) => ({
        analysisId: ids[number % ids.length] as string,
        events: [impression(`${number}-a`), impression(`${number}-b`)],
      }));
      const acknowledged = new Set<number>();
      const attempt = async (number: number): Promise<boolean> => {
        const answer = await postOnce(batches[number]).catch(() => undefined);
        if (answer?.status === 202) acknowledged.add(number);
        else if (answer) expect([503, 504]).toContain(answer.status);
        return answer?.status === 202;
      };
      const numbers = batches.map((_, number) => number);
      const firstRound = Promise.all(
        numbers.map(async (number) => {
          await new Promise((resolve) => setTimeout(resolve, number * 5));
          return attempt(number);
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 400));
      await cluster.matchers[0]?.stop('SIGKILL');
      cluster.restart('matcher');
      await firstRound;
      const kept = new Set((await Promise.all(ids.map(stored))).flat());
      for (const number of acknowledged) expect(kept).toContain(`${number}-a`);
      // Those that were acknowledged before, too: what is sent again is not recorded twice.
      await untilEach('every batch was acknowledged', numbers, attempt, 40_000);
      const all = (await Promise.all(ids.map(stored))).flat();
      expect(all.sort()).toEqual(numbers.flatMap((number) => [`${number}-a`, `${number}-b`]).sort());
    });

    it('is refused while analysis-svc is down, and taken again when it is back', async () => {
      const id = await analysis();
      await cluster.analysis.stop('SIGKILL');
      const answer = await postOnce({ analysisId: id, events: [impression(randomUUID())] });
      expect([503, 504]).toContain(answer.status);
      cluster.restartAnalysis();
      await until(
        'events are taken again',
        async () => (await postOnce({ analysisId: id, events: [impression('a')] })).status === 202,
      );
    });
  });
}

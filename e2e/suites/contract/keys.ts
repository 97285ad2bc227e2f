import { beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal } from '../../support/contract-api.js';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { actBefore, waitUntilAfter } from '../../support/deadlines.js';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { dataUrl, JPEG, png } from '../../support/pictures.js';
import { head, sendRaw } from '../../support/raw-http.js';

/** docs/contract.md C5, C10; contract, the sections of the same names. */
export function keys(contract: () => ContractApi): void {
  describe('keys', () => {
    let api: ContractApi;
    let key: string;
    let funnelId: string;

    beforeAll(async () => {
      api = contract();
      funnelId = (await api.apply('contract', contractCompany())).funnels.all.id;
      key = await api.management.createKey('contract');
    });

    const complete = (changes: object = {}) => ({ funnelId, ...COMPLETE, ...changes });
    const createKey = (request: object, handle = 'contract') =>
      api.management.call('POST', `/companies/${handle}/api-keys`, request);
    const revoke = (id: string) => api.management.call('DELETE', `/companies/contract/api-keys/${id}`);

    describe('a Company API Key', () => {
      it('is svc_live_, 43 base62 characters, _ and 6 of checksum; its value is shown once, with lastFour (C5.3, C5.4)', async () => {
        const created = await createKey({ name: 'Shape' });
        expect(created.status).toBe(201);
        const { id, value, lastFour } = created.body;
        expect(value).toMatch(/^svc_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
        expect(lastFour).toBe(value.slice(-4));
        expect(created.body).toEqual({
          id,
          name: 'Shape',
          value,
          lastFour,
          scopes: ['funnel.read', 'analysis.create'],
          createdAt: expect.stringMatching(/Z$/),
          // The platform token is no user.
          createdBy: null,
          expiresAt: null,
        });
        const list = await api.management.call('GET', '/companies/contract/api-keys');
        expect(list.text).not.toContain(value);
        expect(list.text).not.toContain(value.slice(9, 52));
        expect(list.body.data.find((entry: { id: string }) => entry.id === id).lastFour).toBe(lastFour);
        await revoke(id);
      });

      it('missing, malformed, repeated or of another kind: 401 UNAUTHORIZED on both keyed routes (C5.1, C5.9; docs/components.md B3.4, S46)', async () => {
        const wrongChecksum = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
        const companyKey = (await api.management.apply('contract', contractCompany())).body.company.companyKey;
        expect(companyKey).toHaveLength(25);
        const values = [
          undefined,
          '',
          'Bearer',
          'Bearer ',
          `Basic ${key}`,
          key,
          `Bearer ${key} x`,
          `Bearer  ${key}x`,
          `Bearer "${key}"`,
          `Bearer ${wrongChecksum}`,
          `Bearer ${key.toLowerCase()}`,
          `Bearer ${companyKey}`,
          `Bearer ${api.system.platformToken}`,
          `Bearer ${key},${key}`,
        ];
        for (const authorization of values) {
          const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
          const read = await send(api.origin, `/api/v1/funnels/${funnelId}`, { headers });
          const created = await send(api.origin, '/api/v1/analyses', { headers, body: complete() });
          expect([refusal(read), refusal(created)], String(authorization)).toEqual([
            [401, 'UNAUTHORIZED'],
            [401, 'UNAUTHORIZED'],
          ]);
        }
        const line = `Authorization: Bearer ${key}`;
        const twice = await sendRaw(api.origin, [
          head(`GET /api/v1/funnels/${funnelId} HTTP/1.1`, 'Host: localhost', line, line),
        ]);
        expect([twice.status, twice.body.error]).toEqual([401, 'UNAUTHORIZED']);
      });

      it('in a query string, a cookie or another header is not read (C5.1)', async () => {
        for (const parameter of ['key', 'api_key', 'access_token', 'apiKey', 'authorization', 'token']) {
          const answer = await send(api.origin, `/api/v1/funnels/${funnelId}?${parameter}=${key}`);
          expect(refusal(answer), parameter).toEqual([401, 'UNAUTHORIZED']);
        }
        for (const header of ['x-api-key', 'cookie', 'proxy-authorization']) {
          const answer = await send(api.origin, `/api/v1/funnels/${funnelId}`, {
            headers: { [header]: `Bearer ${key}` },
          });
          expect(refusal(answer), header).toEqual([401, 'UNAUTHORIZED']);
        }
      });

      it('the scheme is read in any letter case (RFC 9110)', async () => {
        expect((await api.funnel(key, funnelId, '', { headers: { authorization: `bearer ${key}` } })).status).toBe(200);
      });

      it('of the wrong scope is 401 UNAUTHORIZED, and of the right one works (Scope)', async () => {
        const reader = (await createKey({ name: 'reader', scopes: ['funnel.read'] })).body;
        const writer = (await createKey({ name: 'writer', scopes: ['analysis.create'] })).body;
        expect((await api.funnel(reader.value, funnelId)).status).toBe(200);
        expect((await api.create(writer.value, complete())).status).toBe(200);
        expect(refusal(await api.create(reader.value, complete()))).toEqual([401, 'UNAUTHORIZED']);
        expect(refusal(await api.funnel(writer.value, funnelId))).toEqual([401, 'UNAUTHORIZED']);
        await Promise.all([revoke(reader.id), revoke(writer.id)]);
      });

      it('revoked is 401 UNAUTHORIZED in every request that starts after the revocation was answered', async () => {
        const { id, value } = (await createKey({ name: 'short-lived' })).body;
        expect((await api.funnel(value, funnelId)).status).toBe(200);
        expect((await revoke(id)).status).toBe(204);
        const after = await Promise.all(Array.from({ length: 100 }, () => api.funnel(value, funnelId)));
        for (const answer of after) expect(refusal(answer)).toEqual([401, 'UNAUTHORIZED']);
        expect((await revoke(id)).status).toBe(204);
      });

      it('whose expiresAt has passed is 401 API_KEY_EXPIRED, and UNAUTHORIZED once it is revoked too', async () => {
        const { time, result } = await actBefore(async (expiresAt) => {
          const key = await createKey({ name: 'expiring', expiresAt });
          return { created: key, read: await api.funnel(key.body.value, funnelId) };
        });
        const { created, read } = result;
        expect(created.body.expiresAt).toBe(time);
        expect(read.status).toBe(200);
        await waitUntilAfter(time);
        expect(refusal(await api.funnel(created.body.value, funnelId))).toEqual([401, 'API_KEY_EXPIRED']);
        expect(refusal(await api.create(created.body.value, complete()))).toEqual([401, 'API_KEY_EXPIRED']);
        await revoke(created.body.id);
        expect(refusal(await api.funnel(created.body.value, funnelId))).toEqual([401, 'UNAUTHORIZED']);
      });

      it('shows when it was last used, written at most once a minute', async () => {
        const { id, value } = (await createKey({ name: 'used' })).body;
        const lastUsedAt = async () => {
          const { data } = (await api.management.call('GET', '/companies/contract/api-keys')).body;
          return data.find((entry: { id: string }) => entry.id === id).lastUsedAt;
        };
        expect(await lastUsedAt()).toBeNull();
        await api.funnel(value, funnelId);
        await until('the use is written', async () => (await lastUsedAt()) !== null);
        const written = await lastUsedAt();
        for (let use = 0; use < 5; use++) await api.funnel(value, funnelId);
        expect(await lastUsedAt()).toBe(written);
        await revoke(id);
      });

      it('must expire in the future: 400 INVALID_REQUEST (docs/management.md "Keys, versions, imports, erasure")', async () => {
        for (const expiresAt of [new Date(Date.now() - 1_000).toISOString(), '2000-01-01T00:00:00Z', 'tomorrow', 7]) {
          expect(refusal(await createKey({ name: 'late', expiresAt }))).toEqual([400, 'INVALID_REQUEST']);
        }
      });

      it('is limited to exactly 20 active ones, also with 100 simultaneous creates; revoked and expired ones do not count', async () => {
        await api.apply('crowded', { name: 'Crowded' });
        const { time, result: short } = await actBefore((expiresAt) =>
          Promise.all([1, 2, 3].map((n) => createKey({ name: `short ${n}`, expiresAt }, 'crowded'))),
        );
        expect(short.map(({ status }) => status)).toEqual([201, 201, 201]);
        await waitUntilAfter(time);

        // A busy machine may be too slow for some, and one of these may have been stored nevertheless.
        const create = (n: number) => repeatWhileUnavailable(() => createKey({ name: `key ${n}` }, 'crowded'));
        const all = await Promise.all(Array.from({ length: 100 }, (_, n) => create(n)));
        const created = all.filter(({ status }) => status === 201);
        const refused = all.filter(({ status }) => ![201, 503, 504].includes(status));
        const { data } = (await api.management.call('GET', '/companies/crowded/api-keys?limit=100')).body;
        expect(data.filter(({ name }: { name: string }) => name.startsWith('key '))).toHaveLength(20);
        for (const answer of refused) expect(refusal(answer)).toEqual([409, 'API_KEY_LIMIT']);
        expect(new Set(created.map(({ body }) => body.value)).size).toBe(created.length);

        await api.management.call('DELETE', `/companies/crowded/api-keys/${created[0]?.body.id}`);
        expect((await createKey({ name: 'one more' }, 'crowded')).status).toBe(201);
        expect(refusal(await createKey({ name: 'too many' }, 'crowded'))).toEqual([409, 'API_KEY_LIMIT']);
      });
    });

    describe('an Idempotency-Key', () => {
      let turn = 0;
      const newKey = () => `order ${++turn}`;
      const submit = (idempotencyKey: string, body: unknown, apiKey = key) =>
        api.create(apiKey, body, { headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': idempotencyKey } });

      it('replays the first answer, byte for byte, and says so', async () => {
        const order = newKey();
        const first = await submit(order, complete({ hairColor: 'PURPLE' }));
        const second = await submit(order, complete({ hairColor: 'PURPLE' }));
        expect([first.status, second.status]).toEqual([200, 200]);
        expect(second.text).toBe(first.text);
        expect(first.body.payload_warnings).toHaveLength(1);
        expect(first.headers['idempotent-replayed']).toBeUndefined();
        expect(second.headers['idempotent-replayed']).toBe('true');
        for (const name of ['content-type', 'cache-control', 'content-length']) {
          expect(second.headers[name]).toBe(first.headers[name]);
        }
        expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      });

      it('compares bodies as JSON: order of keys and white space do not count', async () => {
        const order = newKey();
        const first = await submit(order, complete());
        const reordered = Object.fromEntries(Object.entries(complete()).reverse());
        const second = await submit(order, JSON.stringify(reordered, null, 2));
        expect([second.status, second.text]).toEqual([200, first.text]);
      });

      it.each([
        ['another answer', { hairColor: 'RED' }],
        ['one field more', { source: 'x' }],
        ['an unknown field more', { unheardOf: 1 }],
        ['another letter case', { hairColor: 'brown' }],
        ['another order of rows', { selectionValues: [...COMPLETE.selectionValues].reverse() }],
      ])('with %s is 409 IDEMPOTENCY_CONFLICT', async (_name, change) => {
        const order = newKey();
        await submit(order, complete());
        expect(refusal(await submit(order, complete(change)))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
        expect((await submit(order, complete())).headers['idempotent-replayed']).toBe('true');
      });

      it('takes the selfie into account: the same replays, another or none conflicts', async () => {
        const order = newKey();
        const first = await submit(order, complete({ selfie: dataUrl('jpeg', JPEG) }));
        expect((await submit(order, complete({ selfie: dataUrl('jpeg', JPEG) }))).text).toBe(first.text);
        const other = await submit(order, complete({ selfie: dataUrl('png', png(64, 64)) }));
        expect(refusal(other)).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
        expect(refusal(await submit(order, complete()))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      });

      it('while the first call runs is 409 REQUEST_IN_PROGRESS with Retry-After: 2; one analysis, equal bodies', async () => {
        const selfie = dataUrl('png', png(4_000, 4_000));
        let running = 0;
        // On a busy machine one call may have ended before the next one arrives.
        for (let round = 0; round < 3 || (running === 0 && round < 20); round++) {
          const order = newKey();
          const answers = await Promise.all(Array.from({ length: 8 }, () => submit(order, complete({ selfie }))));
          const done = answers.filter(({ status }) => status === 200);
          expect(done.length).toBeGreaterThanOrEqual(1);
          expect(new Set(done.map(({ text }) => text)).size).toBe(1);
          for (const answer of answers.filter(({ status }) => status !== 200)) {
            expect(refusal(answer)).toEqual([409, 'REQUEST_IN_PROGRESS']);
            expect(answer.headers['retry-after']).toBe('2');
            running++;
          }
        }
        expect(running).toBeGreaterThan(0);
      });

      it('of a running call with another body is 409 IDEMPOTENCY_CONFLICT already', async () => {
        const order = newKey();
        const selfie = dataUrl('png', png(4_000, 4_000));
        const answers = await Promise.all(
          ['a', 'b', 'c', 'd', 'e', 'f'].map((source) => submit(order, complete({ selfie, source }))),
        );
        const refused = answers.filter(({ status }) => status !== 200);
        expect(refused).toHaveLength(5);
        for (const answer of refused) expect(refusal(answer)).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      });

      it('of 40 keys with 5 simultaneous calls each makes 40 analyses (never two for one key)', async () => {
        const calls = Array.from({ length: 200 }, (_, index) => [`many-${index % 40}`, index % 40] as const);
        const ids = new Map<string, Set<string>>();
        await Promise.all(
          calls.map(async ([order]) => {
            const answer = await submit(order, complete());
            if (answer.status === 200) ids.set(order, (ids.get(order) ?? new Set()).add(answer.body.id));
            // A busy machine may be too slow for so many.
            else if (![503, 504].includes(answer.status)) expect(refusal(answer)).toEqual([409, 'REQUEST_IN_PROGRESS']);
            const again = await repeatWhileUnavailable(() => submit(order, complete()));
            expect(again.status, again.text).toBe(200);
            ids.set(order, (ids.get(order) ?? new Set()).add(again.body.id));
          }),
        );
        expect(ids.size).toBe(40);
        for (const set of ids.values()) expect(set.size).toBe(1);
        expect(new Set([...ids.values()].flatMap((set) => [...set])).size).toBe(40);
      });

      it('of a request that failed leaves no record, so that the corrected body may reuse it', async () => {
        for (const broken of [
          complete({ selfie: 'no picture' }),
          complete({ selfie: dataUrl('jpeg', JPEG.subarray(0, 200)) }),
          complete({ id: 'x' }),
          complete({ createdWithVersionId: 'nope' }),
          complete({ funnelId: 'nope' }),
          '{',
        ]) {
          const order = newKey();
          expect((await submit(order, broken)).status).toBeGreaterThanOrEqual(400);
          const corrected = await submit(order, complete());
          expect([corrected.status, corrected.headers['idempotent-replayed']]).toEqual([200, undefined]);
        }
      });

      it('belongs to company and route, not to the API key: a retry with a rotated key replays (C5.8, C10.2)', async () => {
        const order = newKey();
        const old = (await createKey({ name: 'old' })).body;
        const first = await submit(order, complete(), old.value);
        const next = (await createKey({ name: 'new' })).body;
        await revoke(old.id);
        const second = await submit(order, complete(), next.value);
        expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
        await revoke(next.id);
      });

      it('of another company is another key', async () => {
        const order = newKey();
        const first = await submit(order, complete());
        const other = await api.apply(
          'second',
          contractCompany({ funnels: [{ subdomain: 'second', name: 'S', published: { steps: [] } }] }),
        );
        const otherKey = await api.management.createKey('second');
        const answer = await submit(order, { funnelId: other.funnels.second.id }, otherKey);
        expect(answer.status, answer.text).toBe(200);
        expect(answer.body.id).not.toBe(first.body.id);
        expect(answer.headers['idempotent-replayed']).toBeUndefined();
      });

      it('has 1 to 255 printable ASCII characters', async () => {
        for (const order of ['x', 'y'.repeat(255), '"quoted"', 'a b ~!@#$%^&*()', `${newKey()},1`]) {
          expect((await submit(order, complete())).status, order).toBe(200);
        }
        for (const order of ['', 'y'.repeat(256), 'schlüssel', 'tab\tinside']) {
          expect(refusal(await submit(order, complete())), JSON.stringify(order)).toEqual([400, 'INVALID_REQUEST']);
        }
      });

      it('is case-sensitive', async () => {
        const [lower, upper] = [await submit('case-a', complete()), await submit('CASE-A', complete())];
        expect(upper.body.id).not.toBe(lower.body.id);
      });

      it('may be given once: two headers are 400 INVALID_REQUEST, equal or not', async () => {
        const body = JSON.stringify(complete());
        for (const second of ['once', 'twice', '']) {
          const answer = await sendRaw(api.origin, [
            head(
              'POST /api/v1/analyses HTTP/1.1',
              'Host: localhost',
              `Authorization: Bearer ${key}`,
              'Content-Type: application/json',
              `Content-Length: ${Buffer.byteLength(body)}`,
              'Idempotency-Key: once',
              `Idempotency-Key: ${second}`,
            ) + body,
          ]);
          expect([answer.status, answer.body.error]).toEqual([400, 'INVALID_REQUEST']);
        }
      });
    });
  });
}

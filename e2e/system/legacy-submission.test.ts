import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal, startContract } from '../support/contract-api.js';
import { COMPLETE, contractCompany, options, products, question } from '../support/contract-company.js';
import { hostileSubmissions } from '../support/hostile.js';
import { type Answer, type Call, send } from '../support/http.js';
import { dataUrl, JPEG } from '../support/pictures.js';
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

const PATH = '/api/analyses';
const SHOP = 'https://shop.glow.example';
const MIB = 1024 * 1024;
const TABS = [
  {
    key: 'CARE',
    name: { fr: 'Soin', de: 'Pflege' },
    description: { fr: 'Tout doux' },
    maxItemsToShow: 1,
    select: { tags: ['skin:plain', 'skin:dry'], productIds: [], sets: [] },
  },
  { key: 'DRY', name: { fr: 'Sèche' }, select: { tags: ['skin:dry'], productIds: [], sets: [] } },
];

/** docs/contract.md C14. */
describe('POST /api/analyses on a funnel host', () => {
  let api: ContractApi;
  let key: string;
  let webhook: WebhookReceiver;
  /** Of the funnel `all`. */
  let funnelId: string;
  let paused: string;
  let versions: { all: string; draft: string; paused: string; moving: string };

  beforeAll(async () => {
    [api, webhook] = await Promise.all([startContract({ ALLOW_PRIVATE_NETWORK: 'true' }), startWebhookReceiver()]);
    const base = contractCompany();
    const [dry, ...rest] = products('dry-1', 'oily-1', 'plain-1') as Record<string, unknown>[];
    const described = {
      ...dry,
      name: 'Rich cream',
      url: 'https://shop.glow.example/cream',
      imageUrl: 'https://shop.glow.example/cream.jpg',
      variants: [
        { shopSystemId: 'dry-1', name: '50 ml', available: true, color: '#ff7f50', shortDescription: 'For dry days.' },
      ],
    };
    const applied = await api.apply('contract', {
      ...base,
      domains: ['shop.glow.example', 'localhost'],
      catalog: { products: [described, ...rest] },
      webhook: { url: webhook.url, secret: webhook.secret },
      funnels: [
        { ...(base.funnels[0] as object), value: 'EVERY-STEP', resultPage: { enabled: true, tabs: TABS } },
        {
          ...(base.funnels[1] as object),
          host: 'quiz.glow.example',
          draft: { steps: [question(1, options('dry', 'oily', 'plain'))] },
        },
        { subdomain: 'paused', name: 'Paused', paused: true, published: { steps: [] } },
        { subdomain: 'nothing', name: 'Nothing published' },
        { subdomain: 'drafted', name: 'Only a draft', draft: { steps: [question(1, options('dry'))] } },
        { subdomain: 'moving', name: 'Moving', published: { steps: [question(1, options('dry', 'oily'))] } },
      ],
    });
    [funnelId, paused] = [applied.funnels.all.id, applied.funnels.paused.id];
    versions = {
      all: applied.funnels.all.published.id,
      draft: applied.funnels.one.draft.id,
      paused: applied.funnels.paused.published.id,
      moving: applied.funnels.moving.published.id,
    };
    key = await api.management.createKey('contract');
  });
  afterAll(async () => {
    await api?.system.stop();
    await webhook?.stop();
  });
  afterEach(() => {
    webhook.received.length = 0;
  });

  const toHost = (subdomain: string) => `${subdomain}.localhost:${api.system.port}`;
  const submit = (
    body: unknown,
    { query = '', funnel = 'all', ...call }: Call & { query?: string; funnel?: string } = {},
  ) => send(api.origin, PATH + query, { method: 'POST', host: toHost(funnel), body, ...call });
  const WITH_PAYLOAD = { query: '?include_webhook_payload=true' };
  const complete = (changes: object = {}) => ({ ...COMPLETE, ...changes });
  /** Sends a submission that has to succeed; answers its warnings. */
  const getWarnings = async (body: object, call: Parameters<typeof submit>[1] = {}): Promise<string[]> => {
    const answer = await submit(body, call);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.payload_warnings ?? [];
  };
  const deliveries = async (analysisId?: string) => {
    const filter = analysisId === undefined ? '' : `?analysisId=${analysisId}`;
    const { body, status, text } = await api.management.call('GET', `/companies/contract/webhooks/deliveries${filter}`);
    expect(status, text).toBe(200);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };
  const getDelivered = (id: string) => webhook.received.filter(({ body }) => body.analysis_id === id);
  const untilDelivered = (id: string) => expect.poll(() => getDelivered(id), { timeout: 20_000 }).not.toEqual([]);

  describe('the answer', () => {
    it('is { id } for a flawless body, with status 200', async () => {
      const answer = await submit(complete());
      expect([answer.status, answer.body]).toEqual([200, { id: expect.stringMatching(/^[0-9A-Za-z]{22,}$/) }]);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('has payload_warnings where there is something to warn about', async () => {
      const answer = await submit(complete({ hairColor: null }));
      expect(answer.body).toEqual({
        id: expect.any(String),
        payload_warnings: ['hairColor is missing although the funnel has a HAIR_COLOR step.'],
      });
    });

    it('names an analysis as any other: it is matched, and stored against the published version', async () => {
      const { id } = (await submit(complete())).body;
      expect((await api.matches(id)).body.matchedVariants).toEqual(['dry-1', 'plain-1']);
      const record = (await api.management.call('GET', `/companies/contract/analyses/${id}`)).body;
      expect(record).toMatchObject({ funnelVersion: { id: versions.all }, isPreview: false });
    });

    it('is a new analysis for every call without Idempotency-Key', async () => {
      expect((await submit(complete())).body.id).not.toBe((await submit(complete())).body.id);
    });
  });

  describe('the funnel is the host’s', () => {
    it('no key is needed, and none is read', async () => {
      for (const authorization of ['Bearer nothing', `Bearer ${key}`, '']) {
        expect((await submit(complete(), { headers: { authorization } })).status).toBe(200);
      }
    });

    it('by sub-domain, in any letter case, or by its own host name, whatever the port', async () => {
      for (const host of [toHost('one'), 'ONE.LOCALHOST', 'quiz.glow.example', 'Quiz.Glow.Example:8443']) {
        const answer = await submit({ selectionValues: [{ stepId: 1, selectedKey: 'dry' }] }, { host });
        expect([answer.status, answer.body], host).toEqual([200, { id: expect.any(String) }]);
      }
    });

    it.each(['unknown.localhost', 'other.example', 'a.all.localhost', 'api.localhost', 'www.localhost'])(
      '%s: 404 NOT_FOUND',
      async (host) => {
        expect(refusal(await submit(complete(), { host }))).toEqual([404, 'NOT_FOUND']);
      },
    );

    it('the API host and the dashboard host do not have the route', async () => {
      for (const host of ['localhost', 'dashboard.localhost']) {
        expect(refusal(await submit(complete(), { host }))).toEqual([404, 'NOT_FOUND']);
      }
    });

    it('paused: 409 FUNNEL_PAUSED, while the keyed route continues to work', async () => {
      expect(refusal(await submit({}, { funnel: 'paused' }))).toEqual([409, 'FUNNEL_PAUSED']);
      const { status } = await api.create(key, { funnelId: paused, hairColor: 'RED' });
      expect(status).toBe(200);
    });

    it('without any version: 409 FUNNEL_NOT_PUBLISHED', async () => {
      expect(refusal(await submit({}, { funnel: 'nothing' }))).toEqual([409, 'FUNNEL_NOT_PUBLISHED']);
    });

    it('other methods are 405 and say which there are', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await send(api.origin, PATH, { method, host: toHost('all') });
        expect([refusal(answer), answer.headers.allow]).toEqual([[405, 'METHOD_NOT_ALLOWED'], 'OPTIONS, POST']);
      }
    });
  });

  describe('validation is that of v1', () => {
    it.each(['', ' ', 'null', '[]', '"x"', '7', '{', '{"a":"\\u0000"}', '{"__proto__":{}}', '{"a":"\\ud83d"}'])(
      '%j is 400 INVALID_JSON',
      async (body) => {
        expect(refusal(await submit(body))).toEqual([400, 'INVALID_JSON']);
      },
    );

    it.each(['text/plain', 'application/x-www-form-urlencoded', ''])('Content-Type %j is 415', async (type) => {
      const answer = await submit(JSON.stringify(complete()), { headers: { 'content-type': type } });
      expect(refusal(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    });

    it('a body of 4 MiB is read, one of a byte more is 413 REQUEST_TOO_LARGE', async () => {
      const filled = (bytes: number) => {
        const [before, after] = ['{"x":"', '"}'];
        return before + 'x'.repeat(bytes - before.length - after.length) + after;
      };
      expect((await submit(filled(4 * MIB))).status).toBe(200);
      expect(refusal(await submit(filled(4 * MIB + 1)))).toEqual([413, 'REQUEST_TOO_LARGE']);
    });

    it.each(['id', 'analysisId', 'companyId', 'colorType', 'colour_analysis', 'matchedVariants'])(
      '%s must not be sent: 400 INVALID_REQUEST',
      async (field) => {
        const answer = await submit(complete({ [field]: 'LIGHT_SPRING' }));
        expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST']);
        expect(answer.body.details).toContainEqual({ path: `/${field}`, message: expect.any(String) });
      },
    );

    it('what only v1 or the query knows is an unknown field in the body: a warning, never an error', async () => {
      const fields = { funnelId: 'x', createdWithVersionId: 'x', include_webhook_payload: true };
      const answer = await submit(complete(fields));
      expect(answer.body.payload_warnings).toEqual(
        Object.keys(fields).map((field) => `${field} is not a known field and was ignored.`),
      );
      expect(answer.body).not.toHaveProperty('webhook_payload');
    });

    it.each([
      ['no data URL', 'x'],
      ['another type than it says', dataUrl('png', JPEG)],
      ['cut off', dataUrl('jpeg', JPEG.subarray(0, -20))],
      ['larger than 2 MiB', dataUrl('jpeg', Buffer.concat([JPEG, Buffer.alloc(2 * MIB)]))],
    ])('a selfie that is %s is 400 INVALID_SELFIE; nothing is stored or delivered', async (_what, selfie) => {
      const before = await deliveries();
      expect(refusal(await submit(complete({ selfie })))).toEqual([400, 'INVALID_SELFIE']);
      expect(await deliveries()).toEqual(before);
    });

    it('unusable values are dropped with a warning each; numbers are skin colours; letter case does not count', async () => {
      expect(await getWarnings(complete({ skinColor: 3, hairColor: 'brown', selfie: null, source: null }))).toEqual([]);
      const warnings = await getWarnings(
        complete({ eyeColor: 'PINK', selectionValues: 'x', startedAt: 'now', selfieSource: 'MIRROR' }),
      );
      for (const field of ['eyeColor', 'selectionValues', 'startedAt', 'selfieSource']) {
        expect(warnings.join('\n')).toContain(field);
      }
    });

    it('whatever the values are, the answer is 200 or a listed refusal: never a 5xx', async () => {
      const refusals = ['INVALID_REQUEST', 'INVALID_JSON', 'INVALID_SELFIE'];
      const bodies = hostileSubmissions('x', 100);
      for (let at = 0; at < bodies.length; at += 10) {
        const answers = await Promise.all(bodies.slice(at, at + 10).map((body) => submit(body, WITH_PAYLOAD)));
        for (const answer of answers) {
          if (answer.status === 200) expect(answer.body.id).toMatch(/^[0-9A-Za-z]{22,}$/);
          else expect(refusals, answer.text).toContain(refusal(answer)[1]);
        }
      }
    });

    it('no warning and no error echoes contact data', async () => {
      const secrets = { email: ['secret.person@mail.example'], hairColor: 'Secretia', '+49 151 555555': 1 };
      const answers = [await submit(complete(secrets)), await submit(complete({ ...secrets, id: 'Secretia' }))];
      expect(answers.map(({ status }) => status)).toEqual([200, 400]);
      for (const { text } of answers) expect(text).not.toMatch(/secretia|secret\.person|555555/i);
    });
  });

  describe('versions', () => {
    it('an unknown, malformed, empty or foreign versionId is 400 VERSION_NOT_FOUND', async () => {
      for (const id of ['nope', 'A'.repeat(22), '', '%00', versions.paused]) {
        expect(refusal(await submit(complete(), { query: `?versionId=${id}` })), id).toEqual([
          400,
          'VERSION_NOT_FOUND',
        ]);
      }
    });

    it('the draft’s id makes a preview: stored, delivered nowhere, and a warning says so', async () => {
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'plain' }] };
      const query = `?versionId=${versions.draft}&include_webhook_payload=true`;
      const answer = await submit(body, { query, funnel: 'one' });
      expect(answer.body.payload_warnings).toEqual([expect.stringMatching(/preview.* nothing is delivered/)]);
      expect(answer.body.webhook_payload).toMatchObject({ skin: 'plain' });
      expect(await deliveries(answer.body.id)).toEqual([]);
    });
  });

  describe('versions that are not the published one any more, or not yet', () => {
    const moistened = { ...options('moist')[0], key: 'moist', formerKeys: ['dry'] };

    it('a superseded versionId is taken: answers are migrated, a warning asks for an update, and it is delivered', async () => {
      const steps = [question(1, [moistened, ...options('oily')])];
      await api.apply('contract', { funnels: [{ subdomain: 'moving', published: { steps } }] });
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const query = `?versionId=${versions.moving}&include_webhook_payload=true`;
      const answer = await submit(body, { query, funnel: 'moving' });
      expect(answer.body.payload_warnings).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^versionId is a superseded version: .*update your integration/),
        ]),
      );
      expect(answer.body.webhook_payload).toMatchObject({ skin: 'moist' });
      expect(await deliveries(answer.body.id)).toHaveLength(1);
    });

    it('a key that only the formerKeys of the published version know is renamed, with a warning', async () => {
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'DRY' }] };
      const answer = await submit(body, { ...WITH_PAYLOAD, funnel: 'moving' });
      expect(answer.body.payload_warnings).toHaveLength(1);
      expect(answer.body.webhook_payload).toMatchObject({ skin: 'moist' });
    });

    it('where nothing is published yet the draft is answered: a preview', async () => {
      const answer = await submit({ selectionValues: [{ stepId: 1, selectedKey: 'dry' }] }, { funnel: 'drafted' });
      expect(answer.body.payload_warnings).toEqual([expect.stringMatching(/preview/)]);
      expect(await deliveries(answer.body.id)).toEqual([]);
    });
  });

  describe('the query', () => {
    it.each([
      'include_webhook_payload=yes',
      'include_webhook_payload',
      'include_webhook_payload=true&include_webhook_payload=true',
    ])('?%s is 400 INVALID_QUERY', async (query) => {
      expect(refusal(await submit(complete(), { query: `?${query}` }))).toEqual([400, 'INVALID_QUERY']);
    });

    it('unknown keys of a landing page do not matter', async () => {
      expect((await submit(complete(), { query: '?utm_source=mail&locale=de&a=1&a=2' })).body).not.toHaveProperty(
        'webhook_payload',
      );
    });
  });

  describe('webhook_payload', () => {
    it('has every property of the contract, in its order; the delivery has the same bytes, signed', async () => {
      const body = complete({ source: 'mail', queryString: 'utm=x', selfie: dataUrl('jpeg', JPEG) });
      const answer = await submit(body, WITH_PAYLOAD);
      const { id, webhook_payload: payload } = answer.body;
      const dry = {
        variant_id: 'dry-1',
        product_id: 'P-dry-1',
        title: 'Rich cream',
        variant_title: '50 ml',
        image: 'https://shop.glow.example/cream.jpg',
        short_description: 'For dry days.',
        color: '#ff7f50',
        link: 'https://shop.glow.example/cream',
      };
      const plain = {
        variant_id: 'plain-1',
        product_id: 'P-plain-1',
        title: 'plain-1',
        variant_title: 'plain-1',
        image: null,
        short_description: null,
        color: null,
        link: 'https://shop.example/plain-1',
      };
      const expected = {
        action: 'Analysis Completed',
        funnel_name: 'all',
        funnel_value: 'EVERY-STEP',
        analysis_id: id,
        analysis_url: `http://all.localhost:${api.system.port}/r/${id}`,
        analysis_result: payload.analysis_result,
        created_at: payload.created_at,
        first_name: 'Secretia',
        last_name: 'Hiddenson',
        email: 'secret.person@mail.example',
        hair_color: 'BROWN',
        eye_color: 'GREEN',
        skin_color: 'MEDIUM',
        skin_undertone: 'WARM',
        age_range: 'BETWEEN_25_AND_34',
        source: 'mail',
        query_string: 'utm=x',
        skin: 'dry',
        goals: ['glow'],
        products_all: [dry, plain],
        all_all: ['dry-1', 'plain-1'],
        tabs: [
          { key: 'CARE', name: 'Soin', products: [dry, plain] },
          { key: 'DRY', name: 'Sèche', products: [dry] },
        ],
      };
      expect(JSON.stringify(payload, null, 1)).toBe(JSON.stringify(expected, null, 1));
      expect(payload.analysis_result).toMatch(/^[A-Z_]+$/);
      expect(new Date(payload.created_at).toISOString()).toBe(payload.created_at);
      const record = (await api.management.call('GET', `/companies/contract/analyses/${id}`)).body;
      expect(record.createdAt).toBe(payload.created_at);

      await untilDelivered(id);
      const [delivered] = getDelivered(id);
      expect(answer.text).toContain(`"webhook_payload":${delivered?.text}`);
      expect(isSigned(webhook.secret, delivered as never)).toBe(true);
      expect(delivered?.id).toMatch(/^msg_[^.]+$/);
    });

    it('is only there where it is asked for; the delivery is the same either way', async () => {
      const [without, none] = [
        await submit(complete()),
        await submit(complete(), { query: '?include_webhook_payload=false' }),
      ];
      for (const { body } of [without, none]) {
        expect(body).not.toHaveProperty('webhook_payload');
        await untilDelivered(body.id);
        expect(getDelivered(body.id)[0]?.body).toMatchObject({
          action: 'Analysis Completed',
          all_all: ['dry-1', 'plain-1'],
        });
      }
    });

    it('orders products as the match does; tabs are [] where the result page is off', async () => {
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'oily' }] };
      const { id, webhook_payload: payload } = (await submit(body, { ...WITH_PAYLOAD, funnel: 'one' })).body;
      expect(payload).toMatchObject({ tabs: [], one_all: (await api.matches(id)).body.matchedVariants });
      const all = (await submit(complete(), WITH_PAYLOAD)).body;
      const match = (await api.matches(all.id, '?resultPage=true')).body;
      expect(all.webhook_payload.all_all).toEqual(match.matchedVariants);
      const tabs = all.webhook_payload.tabs as { key: string; name: string; products: { variant_id: string }[] }[];
      expect(tabs.map((tab) => [tab.key, tab.name, tab.products.map((product) => product.variant_id)])).toEqual(
        match.tabs.map((tab: { key: string; name: string; variants: string[] }) => [tab.key, tab.name, tab.variants]),
      );
    });

    it('a funnel’s own host is in the address of the result', async () => {
      const answer = await submit({}, { ...WITH_PAYLOAD, host: 'quiz.glow.example' });
      expect(answer.body.webhook_payload.analysis_url).toBe(`http://quiz.glow.example/r/${answer.body.id}`);
    });
  });

  describe('v1 creates deliver nothing, ever', () => {
    it('not one row for 50 of them, with and without keys', async () => {
      const before = await deliveries();
      for (let index = 0; index < 50; index += 1) {
        const headers: Record<string, string> = index % 2 ? { 'idempotency-key': `v1-${index}` } : {};
        expect(
          (
            await api.create(
              key,
              { funnelId, ...COMPLETE },
              { headers: { authorization: `Bearer ${key}`, ...headers } },
            )
          ).status,
        ).toBe(200);
      }
      expect(await deliveries()).toEqual(before);
    });
  });

  describe('Idempotency-Key', () => {
    const withKey = (value: string, call: Parameters<typeof submit>[1] = {}) => ({
      ...call,
      headers: { 'idempotency-key': value },
    });

    it('replays the first answer byte for byte, payload included; delivered once', async () => {
      const call = withKey('replay', { ...WITH_PAYLOAD, funnel: 'one' });
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const first = await submit(body, call);
      const again = await submit({ selectionValues: [{ selectedKey: 'dry', stepId: 1 }] }, call);
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
      expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
      expect(await deliveries(first.body.id)).toHaveLength(1);
    });

    it('another body, version or payload wish under the same key: 409 IDEMPOTENCY_CONFLICT', async () => {
      await submit(complete(), withKey('conflict'));
      for (const [body, call] of [
        [complete({ hairColor: 'BLACK' }), {}],
        [complete(), WITH_PAYLOAD],
        [complete(), { query: `?versionId=${versions.all}` }],
      ] as const) {
        expect(refusal(await submit(body, withKey('conflict', call)))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      }
    });

    it('is another key than the same one of the v1 route', async () => {
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'both' };
      await api.create(key, { funnelId, ...COMPLETE }, { headers });
      const answer = await submit(complete(), withKey('both'));
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    });

    it('a request that failed validation leaves the key free', async () => {
      expect((await submit(complete({ selfie: 'x' }), withKey('corrected'))).status).toBe(400);
      expect((await submit(complete(), withKey('corrected'))).status).toBe(200);
    });

    it.each(['', 'x'.repeat(256), 'é'])('%j is 400 INVALID_REQUEST', async (value) => {
      const headers = { 'idempotency-key': Buffer.from(value).toString('latin1') };
      expect(refusal(await submit(complete(), { headers }))).toEqual([400, 'INVALID_REQUEST']);
    });

    it('eight simultaneous ones are stored and delivered once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => submit(complete(), withKey('eight', WITH_PAYLOAD))),
      );
      const good = answers.filter(({ status }) => status === 200);
      expect(new Set(good.map(({ text }) => text)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect([...refusal(answer), answer.headers['retry-after']]).toEqual([409, 'REQUEST_IN_PROGRESS', '2']);
      }
      expect(await deliveries(good[0]?.body.id)).toHaveLength(1);
    });

    it('a retry replays although the funnel was paused since', async () => {
      const first = await submit({}, withKey('paused since', { funnel: 'one' }));
      const pause = (paused: boolean) => api.apply('contract', { funnels: [{ subdomain: 'one', paused }] });
      await pause(true);
      try {
        expect((await submit({}, withKey('paused since', { funnel: 'one' }))).text).toBe(first.text);
        expect(refusal(await submit({}, withKey('new', { funnel: 'one' })))).toEqual([409, 'FUNNEL_PAUSED']);
      } finally {
        await pause(false);
      }
    });
  });

  describe('CORS is open to the company’s domains', () => {
    const preflight = (origin: string, host = toHost('all')) =>
      send(api.origin, PATH, { method: 'OPTIONS', host, headers: { origin } });
    const leave = (answer: Answer) => answer.headers['access-control-allow-origin'];

    it('names the asking origin, on answers and on errors, and never allows credentials', async () => {
      const headers = { origin: SHOP };
      const answers = [
        await submit(complete(), { headers }),
        await submit('{', { headers }),
        await submit('x'.repeat(4 * MIB + 1), { headers }),
        await submit({}, { headers, funnel: 'paused' }),
        await preflight(SHOP),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 413, 409, 204]);
      for (const answer of answers) {
        expect([leave(answer), answer.headers.vary]).toEqual([SHOP, 'Origin']);
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      }
    });

    it('preflight allows POST with the headers of the route', async () => {
      const { headers, text } = await preflight('http://localhost:5173');
      expect(text).toBe('');
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'Content-Type, Idempotency-Key, X-Request-Id',
      });
    });

    it.each(['https://evil.example', 'https://www.shop.glow.example', 'https://shop.glow.example:444', 'null'])(
      '%s is not named',
      async (origin) => {
        const answers = [await submit(complete(), { headers: { origin } }), await preflight(origin)];
        expect(answers.map(leave)).toEqual([undefined, undefined]);
        for (const { headers } of answers) expect(headers.vary).toBe('Origin');
      },
    );

    it('a removed domain is not named a second later', async () => {
      const domains = (names: string[]) => api.apply('contract', { domains: names });
      await domains(['localhost']);
      try {
        await expect.poll(async () => leave(await preflight(SHOP)), { timeout: 15_000 }).toBeUndefined();
      } finally {
        await domains(['shop.glow.example', 'localhost']);
      }
      await expect.poll(async () => leave(await preflight(SHOP)), { timeout: 15_000 }).toBe(SHOP);
    });
  });

  describe('an assortment of more than 2,000 variants', () => {
    it('products_all is empty and a payload warning says so; it is delivered like that', async () => {
      const ids = Array.from({ length: 2_001 }, (_, index) => `dry-${index}`);
      await api.apply('large', {
        ...contractCompany(),
        catalog: { products: products(...ids) },
        webhook: { url: webhook.url, secret: webhook.secret },
        funnels: [{ subdomain: 'large', name: 'Large', published: { steps: [question(1, options('dry', 'oily'))] } }],
      });
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const {
        id,
        payload_warnings: warnings,
        webhook_payload: payload,
      } = (await submit(body, { ...WITH_PAYLOAD, funnel: 'large' })).body;
      expect(warnings).toEqual([expect.stringMatching(/^products_all is empty: more than 2,000 variants/)]);
      expect(payload).toMatchObject({ analysis_id: id, skin: 'dry', products_all: [], large_all: [], tabs: [] });
      await untilDelivered(id);
      expect(getDelivered(id)[0]?.body).toEqual(payload);
    });
  });

  describe('a result page that is enabled but has no enabled tab', () => {
    it('has no fallback: the payload, the result and the match are empty, and a warning, apply and check name the cause', async () => {
      const applied = await api.apply('tabless', {
        ...contractCompany(),
        catalog: { products: products('dry-1', 'oily-1') },
        webhook: { url: webhook.url, secret: webhook.secret },
        funnels: [
          {
            subdomain: 'tabless',
            name: 'Without tabs',
            resultPage: { enabled: true, tabs: [{ ...TABS[1], enabled: false }] },
            published: { steps: [question(1, options('dry', 'oily'))] },
          },
        ],
      });
      expect(applied.warnings).toContainEqual({
        path: '/funnels/0/resultPage/tabs',
        message: expect.stringMatching(/no enabled tab, so it shows no products/),
      });
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const {
        id,
        payload_warnings: warnings,
        webhook_payload: payload,
      } = (await submit(body, { ...WITH_PAYLOAD, funnel: 'tabless' })).body;
      expect(warnings).toEqual([
        'products_all is empty: the result page of the funnel is enabled but has no enabled tab.',
      ]);
      expect(payload).toMatchObject({ analysis_id: id, products_all: [], tabless_all: [], tabs: [] });
      const result = await send(api.origin, `/api/results/${id}`, { host: toHost('tabless') });
      expect(result.body).toMatchObject({ resultPage: true, variants: [], tabs: [] });
      expect((await api.matches(id, '?resultPage=true')).body).toEqual({ matchedVariants: [], tabs: [] });
      const check = await api.management.call('POST', '/companies/tabless/funnels/tabless/check', {});
      expect(check.body).toMatchObject({ resultPageWithoutTabs: true, eligible: { assortment: 2, resultPage: 0 } });
      await untilDelivered(id);
      expect(getDelivered(id)[0]?.body).toEqual(payload);
    });
  });
});

import { json, ServiceError, sha256 } from '@svc/kit';
import type { SubmitAnalysisRequest } from '@svc/proto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDeliveryBody } from './delivery/payload/build-delivery-body.js';
import { MATCH } from './testing/fake-match.js';
import { jpeg } from './testing/pictures.js';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers, version } from './testing/steps.js';
import { PAYLOAD_TIMEOUT_MS } from './usecases/build-payload-with-deadline.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.funnel.hosts.set('glow-quiz', { companyId: 'company-1', targets: ['webhook', 'crm'] });
  service.funnel.hosts.set('quiz.glow.example', { companyId: 'company-1', targets: ['webhook', 'crm'] });
});
afterEach(async () => {
  service.funnel.resolveHost = () => ({});
  service.match.present = () => MATCH;
  for (const table of ['jobs', 'deliveries', 'analyses', 'idempotency_keys']) await service.db(table).delete();
});

interface Body {
  id: string;
  payload_warnings?: string[];
  webhook_payload?: Record<string, unknown>;
}

const WITH_CONTACT = { ...completeAnswers, firstName: 'Zoë', email: 'zoe@mail.example' };
const request = (
  given: Partial<SubmitAnalysisRequest> & { body?: Record<string, unknown> } = {},
): SubmitAnalysisRequest => {
  const { body, ...rest } = given;
  return {
    host: { name: { $case: 'subdomain', value: 'glow-quiz' } },
    bodyJson: json.encode(body ?? WITH_CONTACT),
    pageOrigin: 'https://glow-quiz.svc.example',
    includeWebhookPayload: false,
    ...rest,
  };
};
const submit = async (given: Parameters<typeof request>[0] = {}) => {
  const { body, replayed } = await service.submissions.submitAnalysis(request(given));
  return { ...json.decode<Body>(body), replayed, text: body.toString() };
};
const submitForCode = (given: Parameters<typeof request>[0]) =>
  service.submissions.submitAnalysis(request(given)).then(
    () => 'ok',
    (error: ServiceError) => error.code,
  );
const deliveries = () => service.db('deliveries').orderBy('target');
const count = async (table: string) => Number((await service.db(table).count())[0]?.count);

describe('SubmitAnalysis: docs/contract.md C14', () => {
  it('returns only the id for a valid submission (docs/contract.md C14.4)', async () => {
    const { id, text } = await submit();
    expect(text).toBe(JSON.stringify({ id }));
    expect(await service.db('analyses').first()).toMatchObject({
      id,
      company_id: 'company-1',
      email: WITH_CONTACT.email,
    });
  });

  it('inserts one delivery per enabled target, with its job, in the transaction of the analysis (docs/contract.md C14.5)', async () => {
    const { id } = await submit();
    const rows = await deliveries();
    expect(rows).toMatchObject([
      { target: 'crm', analysis_id: id, state: 'PENDING', body: null, attempts: 0 },
      {
        target: 'webhook',
        company_id: 'company-1',
        page_origin: 'https://glow-quiz.svc.example',
        subdomain: 'glow-quiz',
        funnel_value: 'GLOW',
        language: 'de',
      },
    ]);
    for (const row of rows) expect(row.id).toMatch(/^msg_[0-9A-Za-z]{22}$/);
    expect((await service.db('jobs').orderBy('lane')).map(({ key, lane }) => [key, lane])).toEqual(
      rows.map((row) => [row.id, `company-1:${row.target}`]),
    );
  });

  it('inserts no delivery without an enabled target, and none to a CRM without an e-mail address', async () => {
    await submit({ body: completeAnswers });
    expect((await deliveries()).map(({ target }) => target)).toEqual(['webhook']);
    service.funnel.hosts.set('glow-quiz', { companyId: 'company-1', targets: [] });
    const { id } = await submit();
    expect(await service.db('deliveries').where({ analysis_id: id })).toEqual([]);
  });

  it('is atomic: if the job cannot be added, there is no analysis and the key is released (docs/contract.md C14.5)', async () => {
    await service.db.raw('alter table jobs rename to jobs_away');
    try {
      expect(await submitForCode({ idempotencyKey: 'all' })).toBe('INTERNAL');
    } finally {
      await service.db.raw('alter table jobs_away rename to jobs');
    }
    expect(await Promise.all(['analyses', 'deliveries', 'idempotency_keys'].map(count))).toEqual([0, 0, 0]);
    expect((await submit({ idempotencyKey: 'all' })).replayed).toBe(false);
  });

  it('a v1 create inserts no delivery, with or without a key (docs/contract.md C1.2, C9.2, C14.8)', async () => {
    await create(service.client, submission({ body: WITH_CONTACT }));
    await create(service.client, submission({ body: WITH_CONTACT, idempotencyKey: 'v1' }));
    expect(await Promise.all(['analyses', 'deliveries', 'jobs'].map(count))).toEqual([2, 0, 0]);
  });

  it('reads answers as v1 does; funnelId, createdWithVersionId and include_webhook_payload are unknown fields (docs/contract.md C14.1)', async () => {
    const body = { funnelId: 'f', createdWithVersionId: 'v', include_webhook_payload: true, eyeColor: 'PINK' };
    const { payload_warnings: warnings = [], webhook_payload: payload } = await submit({ body });
    const unknown = ['funnelId', 'createdWithVersionId', 'include_webhook_payload'];
    expect(warnings).toEqual(
      expect.arrayContaining([
        ...unknown.map((field) => `${field} is not a known field and was ignored.`),
        expect.stringMatching(/^eyeColor /),
        expect.stringMatching(/^hairColor is missing/),
      ]),
    );
    expect(payload).toBeUndefined();
  });

  it('the warning about a superseded version uses the field name of this route', async () => {
    service.funnel.resolveHost = () => ({ superseded: true });
    const { payload_warnings: warnings } = await submit({ createdWithVersionId: 'version-0' });
    expect(warnings).toEqual([expect.stringMatching(/^versionId is a superseded version: .*update your integration/)]);
  });

  it('a preview is stored but not delivered, with a warning (docs/contract.md C14.5)', async () => {
    service.funnel.resolveHost = () => ({ isPreview: true });
    const { id, payload_warnings: warnings, webhook_payload: payload } = await submit({ includeWebhookPayload: true });
    expect(warnings).toEqual([expect.stringContaining('preview')]);
    expect(payload).toMatchObject({ analysis_id: id });
    expect(await service.db('analyses').first()).toMatchObject({ id, is_preview: true });
    expect(await deliveries()).toEqual([]);
  });

  it.each(['NOT_FOUND', 'FUNNEL_NOT_PUBLISHED', 'FUNNEL_PAUSED', 'VERSION_NOT_FOUND'] as const)(
    '%s of funnel-svc is the answer, and nothing is stored (docs/contract.md C14.2)',
    async (code) => {
      service.funnel.resolveHost = () => {
        throw new ServiceError(code, 'Why.');
      };
      expect(await submitForCode({})).toBe(code);
      expect(await submitForCode({ idempotencyKey: 'k' })).toBe(code);
      expect(await Promise.all(['analyses', 'deliveries', 'idempotency_keys'].map(count))).toEqual([0, 0, 0]);
    },
  );

  it('an invalid selfie is INVALID_SELFIE; a valid one is neither returned nor stored (docs/contract.md C15.1)', async () => {
    expect(await submitForCode({ selfie: { data: Buffer.from('no picture'), declaredType: 'jpeg' } })).toBe(
      'INVALID_SELFIE',
    );
    const selfie = { data: await jpeg(), declaredType: 'jpeg' };
    const { text } = await submit({ selfie, includeWebhookPayload: true });
    expect(text).not.toMatch(/selfie|base64/);
    expect(JSON.stringify(await deliveries())).not.toMatch(/selfie|base64/);
  });
});

describe('include_webhook_payload', () => {
  it('the response contains the payload, and exactly these bytes are delivered (docs/contract.md C14.4, C15.1)', async () => {
    const { id, text, webhook_payload: payload } = await submit({ includeWebhookPayload: true });
    expect(payload).toMatchObject({
      action: 'Analysis Completed',
      funnel_name: 'glow-quiz',
      funnel_value: 'GLOW',
      analysis_id: id,
      analysis_url: `https://glow-quiz.svc.example/r/${id}`,
      first_name: 'Zoë',
      'glow-quiz_all': ['V2', 'V1'],
    });
    const bodies = (await deliveries()).map(({ body }) => body as string);
    expect(bodies).toEqual([JSON.stringify(payload), JSON.stringify(payload)]);
    expect(text).toBe(`{"id":"${id}","webhook_payload":${bodies[0]}}`);
  });

  it('requests the match in the company’s language, with the stored answers (docs/contract.md C15.3)', async () => {
    await submit({ includeWebhookPayload: true });
    const [asked] = service.match.calls.presentMatch.slice(-1);
    expect(asked).toMatchObject({
      locale: 'de',
      input: { companyId: 'company-1', versionId: 'version-1', hasContact: true },
    });
    expect(json.decode(asked?.input?.answersJson as Buffer)).toMatchObject({ hairColor: 'RED' });
  });

  it('a payload built later from the row equals one built immediately (docs/contract.md C15.1)', async () => {
    const body = { ...WITH_CONTACT, source: 'mail', queryString: 'a=b', lastName: 'X' };
    const { id, webhook_payload: payload } = await submit({ includeWebhookPayload: true, body });
    const deps = {
      db: service.db,
      versions: { get: async () => version() },
      presentMatch: async () => MATCH,
      getVariants: async (_company: string, ids: readonly string[]) => service.match.cards([...ids]),
    };
    const funnel = {
      pageOrigin: 'https://glow-quiz.svc.example',
      subdomain: 'glow-quiz',
      value: 'GLOW',
      language: 'de',
    };
    const later = await buildDeliveryBody(deps, { companyId: 'company-1', analysisId: id, funnel });
    expect(later).toBe(JSON.stringify(payload));
    expect(await buildDeliveryBody(deps, { companyId: 'company-2', analysisId: id, funnel })).toBeUndefined();
  });

  it.each(['MATCHER_FAILURE', 'UNAVAILABLE', 'NOT_FOUND', 'INTERNAL'] as const)(
    'where the matcher fails (%s) the analysis is kept, the answer says so, and the delivery waits for its products (docs/contract.md C14.6)',
    async (code) => {
      service.match.present = () => {
        throw new ServiceError(code, 'Why.');
      };
      const { id, text, payload_warnings: warnings } = await submit({ includeWebhookPayload: true });
      expect(warnings).toEqual([expect.stringMatching(/^webhook_payload is missing: .* It is delivered as soon as/)]);
      expect(text).not.toContain('"webhook_payload"');
      expect(await deliveries()).toMatchObject([{ analysis_id: id, body: null, state: 'PENDING' }, { body: null }]);
    },
  );

  it('without a delivery target, the warning promises no delivery', async () => {
    service.funnel.hosts.set('glow-quiz', { companyId: 'company-1', targets: [] });
    service.match.present = () => {
      throw new ServiceError('MATCHER_FAILURE', 'Why.');
    };
    const { payload_warnings: warnings } = await submit({ includeWebhookPayload: true });
    expect(warnings).toEqual(['webhook_payload is missing: the products could not be matched in time.']);
  });

  it('a matcher that does not respond is cancelled after 2.5 s (docs/contract.md C14.6)', async () => {
    let release = () => {};
    service.match.present = () =>
      new Promise((resolve) => {
        release = () => resolve(MATCH);
      });
    expect(PAYLOAD_TIMEOUT_MS).toBe(2_500);
    const begun = performance.now();
    const { payload_warnings: warnings } = await submit({ includeWebhookPayload: true });
    expect(performance.now() - begun).toBeGreaterThan(PAYLOAD_TIMEOUT_MS - 500);
    expect(warnings).toEqual([expect.stringContaining('webhook_payload is missing')]);
    release();
  });

  it('with more than 2,000 variants, products_all is empty, with a warning (docs/contract.md C15.3)', async () => {
    service.match.present = () => {
      throw new ServiceError('MATCHING_SCOPE_TOO_LARGE', 'Too many.');
    };
    const answer = await submit({ includeWebhookPayload: true });
    expect(answer.payload_warnings).toEqual([
      expect.stringMatching(/^products_all is empty: more than 2,000 variants/),
    ]);
    expect(answer.webhook_payload).toMatchObject({ products_all: [], 'glow-quiz_all': [], tabs: [] });
    expect((await deliveries())[0].body).toBe(JSON.stringify(answer.webhook_payload));
  });

  it('with tabs that select more than 1 MiB of ids, products_all is empty, with a warning', async () => {
    service.match.present = () => {
      throw new ServiceError('MATCHING_RESPONSE_TOO_LARGE', 'Too much.');
    };
    const answer = await submit({ includeWebhookPayload: true });
    expect(answer.payload_warnings).toEqual([expect.stringMatching(/^products_all is empty: the tabs .* 1 MiB\.$/)]);
    expect(answer.webhook_payload).toMatchObject({ products_all: [], tabs: [] });
  });

  it('with a result page without an enabled tab, products_all is empty, with a warning (docs/contract.md C15.3)', async () => {
    service.match.present = () => ({ resultPage: true, variants: [], tabs: [] });
    const answer = await submit({ includeWebhookPayload: true });
    expect(answer.payload_warnings).toEqual([
      'products_all is empty: the result page of the funnel is enabled but has no enabled tab.',
    ]);
    expect(answer.webhook_payload).toMatchObject({ products_all: [], 'glow-quiz_all': [], tabs: [] });
    expect((await deliveries())[0].body).toBe(JSON.stringify(answer.webhook_payload));
  });

  it('tabs without suitable products cause no warning', async () => {
    service.match.present = () => ({ ...MATCH, variants: [], tabs: [{ key: 'LIPS', name: 'Lippen', variants: [] }] });
    expect((await submit({ includeWebhookPayload: true })).payload_warnings).toBeUndefined();
  });

  it('without the parameter, no match is requested (docs/contract.md C14.4)', async () => {
    const before = service.match.calls.presentMatch.length;
    await submit();
    expect(service.match.calls.presentMatch).toHaveLength(before);
  });
});

describe('Idempotency-Key of this route: docs/contract.md C14.7', () => {
  it('replays the first response byte for byte, including the payload, and delivers once', async () => {
    const given = { idempotencyKey: 'replay', includeWebhookPayload: true };
    const first = await submit(given);
    service.match.present = () => ({ ...MATCH, variants: [] });
    const again = await submit(given);
    expect([first.replayed, again.replayed, again.text]).toEqual([false, true, first.text]);
    expect(await Promise.all(['analyses', 'deliveries', 'jobs'].map(count))).toEqual([1, 2, 2]);
  });

  it('the same key at the v1 route is another key (C10.2)', async () => {
    await create(service.client, submission({ idempotencyKey: 'both' }));
    expect((await submit({ idempotencyKey: 'both' })).replayed).toBe(false);
  });

  it('both host names of a funnel count as one', async () => {
    const first = await submit({ idempotencyKey: 'names' });
    const host = { name: { $case: 'host' as const, value: 'quiz.glow.example' } };
    expect(await submit({ idempotencyKey: 'names', host })).toMatchObject({ replayed: true, id: first.id });
  });

  it.each<[string, Parameters<typeof request>[0]]>([
    ['another body', { body: completeAnswers }],
    ['another version', { createdWithVersionId: 'version-2' }],
    ['an answer with the payload', { includeWebhookPayload: true }],
  ])('the same key for %s is IDEMPOTENCY_CONFLICT', async (_what, change) => {
    await submit({ idempotencyKey: 'conflict' });
    expect(await submitForCode({ idempotencyKey: 'conflict', ...change })).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('another funnel of the company is another request', async () => {
    await submit({ idempotencyKey: 'funnels' });
    service.funnel.resolveHost = () => ({ funnelId: 'funnel-2' });
    expect(await submitForCode({ idempotencyKey: 'funnels' })).toBe('IDEMPOTENCY_CONFLICT');
  });

  it.each(['FUNNEL_PAUSED', 'VERSION_NOT_FOUND'] as const)(
    'a retry of what was stored replays although it is %s by now; anything new is refused',
    async (code) => {
      const first = await submit({ idempotencyKey: 'closed' });
      service.funnel.resolveHost = () => {
        throw new ServiceError(code, 'Why.');
      };
      expect(await submit({ idempotencyKey: 'closed' })).toMatchObject({ replayed: true, id: first.id });
      expect(await submitForCode({ idempotencyKey: 'new' })).toBe(code);
      expect(await submitForCode({ idempotencyKey: 'closed', body: completeAnswers })).toBe('IDEMPOTENCY_CONFLICT');
    },
  );

  it('eight simultaneous requests on two replicas store and deliver once', async () => {
    const other = await service.startReplica();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? service : other).submissions.submitAnalysis(request({ idempotencyKey: 'race' })),
      ),
    );
    const bodies = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.body.toString()] : []));
    expect(new Set(bodies).size).toBe(1);
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason.code).toBe('REQUEST_IN_PROGRESS');
    expect(await Promise.all(['analyses', 'deliveries'].map(count))).toEqual([1, 2]);
  });

  it('a request that lost its claim writes nothing and inserts no delivery', async () => {
    let release = () => {};
    let isReached = false;
    service.match.present = () =>
      new Promise((resolve) => {
        isReached = true;
        release = () => resolve(MATCH);
      });
    const given = { idempotencyKey: 'fenced', includeWebhookPayload: true };
    const slow = submit(given);
    await expect.poll(() => isReached).toBe(true);
    const endLease = { lease_until: service.db.raw("now() - interval '1 second'") };
    await service
      .db('idempotency_keys')
      .where({ key_hash: sha256('fenced') })
      .update(endLease);
    service.match.present = () => MATCH;
    const winner = await submit(given);
    release();
    expect(await slow).toMatchObject({ replayed: true, text: winner.text });
    expect(await Promise.all(['analyses', 'deliveries', 'jobs'].map(count))).toEqual([1, 2, 2]);
  });
});

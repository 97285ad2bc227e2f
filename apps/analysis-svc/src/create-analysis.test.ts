import { json, sha256 } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gif, jpeg, png } from './testing/pictures.js';
import { apiKey, create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers, selection, step, version } from './testing/steps.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const stored = (id: string) => service.db('analyses').where({ id }).first();
const count = async () => Number((await service.db('analyses').count({ n: '*' }))[0]?.n);

describe('CreateAnalysis: docs/contract.md C9', () => {
  it('stores the answers and returns id, version and preview flag, without payload_warnings when there is no problem (C1.2, C9.10)', async () => {
    const { body, replayed } = await service.client.createAnalysis(submission());
    const response = json.decode<{ id: string }>(body);
    expect(response).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      funnelVersionId: 'version-1',
      isPreview: false,
    });
    expect(replayed).toBe(false);
    expect(await stored(response.id)).toMatchObject({
      company_id: 'company-1',
      funnel_id: 'funnel-1',
      version_id: 'version-1',
      is_preview: false,
      answers: completeAnswers,
      selfie_sent: false,
      idempotency_key_hash: null,
    });
  });

  it('answers are stored normalized: enums upper-case, option keys lower-case, skinColor from 1–5', async () => {
    const body = {
      ...completeAnswers,
      hairColor: 'red',
      skinColor: 2,
      selectionValues: [{ stepId: 8, selectedKey: 'DRY' }],
    };
    const { id, payload_warnings } = await create(service.client, submission({ body }));
    expect(payload_warnings).toBeUndefined();
    expect((await stored(id)).answers).toEqual(completeAnswers);
  });

  it('unexpected and missing answers still save the analysis and warn (C4.6, C9.6)', async () => {
    const body = { hairColor: 'PINK', selectionValues: [{ stepId: 99, selectedKey: 'x' }], shoeSize: 'no field' };
    const { id, payload_warnings = [] } = await create(service.client, submission({ body }));
    expect(payload_warnings.join('\n')).toMatch(/hairColor/);
    expect(payload_warnings).toContain('skinColor is missing although the funnel has a SKIN_COLOR step.');
    expect(payload_warnings.join('\n')).toMatch(/99/);
    expect((await stored(id)).answers).not.toHaveProperty('hairColor');
  });

  it('contact and tracking fields are stored separately from the answers (C8.1, C8.10)', async () => {
    const contact = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@Example.ORG' };
    const tracking = {
      source: 'newsletter',
      queryString: 'utm=1',
      startedAt: '2026-11-21T10:00:00+01:00',
      selfieSource: 'UPLOADED',
    };
    const { id } = await create(service.client, submission({ body: { ...completeAnswers, ...contact, ...tracking } }));
    const row = await stored(id);
    expect(row).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'Ada@Example.ORG',
      email_key: 'ada@example.org',
      source: 'newsletter',
      query_string: 'utm=1',
      selfie_source: 'UPLOADED',
      started_at: new Date('2026-11-21T09:00:00Z'),
    });
    expect(JSON.stringify([row.answers, row.color])).not.toMatch(/ada|lovelace/i);
  });

  it('values that PostgreSQL rejects are dropped without an error (docs/reliability.md R7.6, R0.11)', async () => {
    const body = {
      ...completeAnswers,
      firstName: 'a\u0000b',
      lastName: '\ud800',
      startedAt: 'now',
      source: 7,
      email: {},
    };
    const { id, payload_warnings } = await create(service.client, submission({ body }));
    expect(payload_warnings).toHaveLength(5);
    expect(await stored(id)).toMatchObject({
      first_name: null,
      last_name: null,
      started_at: null,
      source: null,
      email: null,
    });
  });

  it('waits neither for a match nor for a catalog, and asks for none (C1.2, C9.2, C9.11)', async () => {
    const { present, cards, calls } = service.match;
    const before = [calls.presentMatch.length, calls.getVariants];
    service.match.present = () => new Promise(() => {});
    service.match.cards = () => new Promise(() => {});
    try {
      const selfie = { data: await jpeg(), declaredType: 'jpeg' };
      for (const given of [{}, { idempotencyKey: 'waits for nothing' }, { selfie }]) {
        expect(await create(service.client, submission(given))).toHaveProperty('id');
      }
    } finally {
      Object.assign(service.match, { present, cards });
    }
    expect([calls.presentMatch.length, calls.getVariants]).toEqual(before);
  });

  it('errors of funnel-svc are returned unchanged, and nothing is stored', async () => {
    const before = await count();
    await expect(service.client.createAnalysis(submission({ apiKeyHash: sha256('foreign') }))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await count()).toBe(before);
  });

  it('analysis ids are unique and have no chronological order (docs/reliability.md R3.1)', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 200; i += 1) ids.push((await create(service.client, submission())).id);
    expect(new Set(ids).size).toBe(200);
    const ascending = ids.filter((id, index) => index > 0 && id > (ids[index - 1] as string)).length;
    expect(ascending).toBeGreaterThan(60);
    expect(ascending).toBeLessThan(140);
  });

  it('a create calls funnel-svc once; the immutable version definition is fetched only once', async () => {
    service.funnel.versions.set('version-cached', version({ id: 'version-cached' }));
    service.funnel.resolve = () => ({ versionId: 'version-cached' });
    const before = { ...service.funnel.calls };
    await Promise.all(Array.from({ length: 20 }, () => create(service.client, submission())));
    service.funnel.resolve = () => ({});
    expect(service.funnel.calls.resolveSubmission - before.resolveSubmission).toBe(20);
    expect(service.funnel.calls.getVersion - before.getVersion).toBe(1);
  });
});

describe('CreateAnalysis: versions (docs/contract.md C9.4, C16)', () => {
  it('a preview is stored as a preview (docs/contract.md C17.3)', async () => {
    service.funnel.resolve = ({ versionId }) => ({ isPreview: versionId === 'draft', versionId: 'version-1' });
    const created = await create(service.client, submission({ createdWithVersionId: 'draft' }));
    service.funnel.resolve = () => ({});
    expect(created.isPreview).toBe(true);
    expect(await stored(created.id)).toMatchObject({ is_preview: true });
  });

  it('answers to a superseded version are migrated to the published one, with a warning to update the integration (docs/contract.md C16.1, C16.5, C17.4)', async () => {
    const steps = [step(8, 'SINGLE_SELECTION', { selections: [selection('oily', ['greasy'])] })];
    service.funnel.versions.set('version-2', version({ id: 'version-2', steps }));
    service.funnel.resolve = () => ({ versionId: 'version-2', superseded: true });
    const body = { selectionValues: [{ stepId: 8, selectedKey: 'Greasy' }] };
    const created = await create(service.client, submission({ body, createdWithVersionId: 'version-1' }));
    service.funnel.resolve = () => ({});
    expect(created.funnelVersionId).toBe('version-2');
    expect(created.payload_warnings?.[0]).toMatch(/superseded.*update your integration/);
    expect(await stored(created.id)).toMatchObject({
      version_id: 'version-2',
      answers: { selectionValues: [{ stepId: 8, selectedKey: 'oily' }] },
    });
  });
});

describe('CreateAnalysis: selfie (docs/contract.md C8.6, C8.8)', () => {
  const withSelfie = async (data: Buffer, declaredType = 'jpeg', body?: Record<string, unknown>) =>
    create(service.client, submission({ selfie: { data, declaredType }, ...(body ? { body } : {}) }));

  it('a valid selfie is checked and not stored', async () => {
    const { id, payload_warnings } = await withSelfie(await jpeg());
    expect(payload_warnings).toBeUndefined();
    expect(await stored(id)).toMatchObject({ selfie_sent: true });
  });

  it('an invalid selfie is INVALID_SELFIE and nothing is stored', async () => {
    const before = await count();
    await expect(withSelfie(await png(), 'jpeg')).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
    await expect(withSelfie((await gif()).subarray(0, 500), 'gif')).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
    expect(await count()).toBe(before);
  });

  it('a selfie with UNDER_16 is not analyzed but still validated, with a warning', async () => {
    const body = { ...completeAnswers, ageRange: 'UNDER_16' };
    const { payload_warnings } = await withSelfie(await jpeg(), 'jpeg', body);
    expect(payload_warnings).toEqual(['selfie was not analyzed because ageRange is UNDER_16.']);
    const cut = (await jpeg()).subarray(0, 900);
    await expect(withSelfie(cut, 'jpeg', body)).rejects.toMatchObject({ code: 'INVALID_SELFIE' });
  });

  it('no byte of a selfie is stored: a marker inside the picture is in no table (docs/contract.md C10.6; docs/reliability.md R1.3, R6.4)', async () => {
    const marker = 'MARKER-7f3a9c';
    const picture = Buffer.concat([await jpeg(), Buffer.from(marker)]);
    await create(
      service.client,
      submission({ selfie: { data: picture, declaredType: 'jpeg' }, idempotencyKey: 'marker', body: completeAnswers }),
    );
    const dump: string[] = [];
    for (const table of ['analyses', 'idempotency_keys']) {
      const { rows } = await service.db.raw('select t::text as row, t.* from ?? as t', [table]);
      dump.push(JSON.stringify(rows), ...rows.flatMap((row: object) => Object.values(row).map(String)));
    }
    const all = dump.join('\n');
    expect(all).toContain('company-1');
    for (const form of [
      marker,
      Buffer.from(marker).toString('base64').slice(0, 16),
      Buffer.from(marker).toString('hex'),
    ]) {
      expect(all).not.toContain(form);
    }
  });
});

describe('CreateAnalysis: a database that ends its connections', () => {
  it('the service continues and uses new connections', async () => {
    await Promise.all(Array.from({ length: 10 }, () => create(service.client, submission())));
    await service.db.transaction(async (trx) => {
      await trx.raw('set local role none');
      await trx.raw(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    });
    await expect.poll(() => create(service.client, submission()).catch(() => undefined)).toHaveProperty('id');
    await Promise.all(Array.from({ length: 10 }, () => create(service.client, submission())));
  });
});

describe('CreateAnalysis: companies', () => {
  it('the company is always the one of the API key', async () => {
    const apiKeyHash = apiKey(service.funnel, 'other key', 'company-2');
    const { id } = await create(service.client, submission({ apiKeyHash }));
    expect(await stored(id)).toMatchObject({ company_id: 'company-2' });
  });
});

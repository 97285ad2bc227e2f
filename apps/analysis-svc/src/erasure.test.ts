import { json, sha256 } from '@svc/kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredKeys } from './db/delete-expired-keys.js';
import { apiKey, create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers } from './testing/steps.js';
import { deleteAllExpiredKeys } from './usecases/delete-expired-keys.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
afterEach(() => {
  service.erased.length = 0;
});

const withEmail = (email: string, given: Parameters<typeof submission>[0] = {}) =>
  submission({ body: { ...completeAnswers, firstName: 'Marker', email }, ...given });
const erase = (analysisId: string, companyId = 'company-1') => service.client.eraseAnalysis({ companyId, analysisId });
const eraseByEmail = (email: string, companyId = 'company-1') =>
  service.client.eraseAnalysesByEmail({ companyId, email });
const matchingInput = (analysisId: string) => service.client.getMatchingInput({ analysisId });

/** Makes the idempotency record of a key so many hours old. */
const age = (key: string, hours: number) =>
  service
    .db('idempotency_keys')
    .where({ key_hash: sha256(key) })
    .update({
      created_at: service.db.raw("now() - ? * interval '1 hour'", [hours]),
    });

/** Every value of every table as text. */
async function dump(): Promise<string> {
  const names = ['analyses', 'idempotency_keys', 'deliveries', 'delivery_attempts', 'jobs'];
  const tables = await Promise.all(names.map((table) => service.db(table)));
  const values = tables.flat().flatMap((row: object) => Object.values(row));
  return values.map((value) => (Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value))).join('\n');
}

describe('EraseAnalysis: docs/reliability.md R10.6', () => {
  it('removes answers, contact data and the stored response, and publishes the erasure', async () => {
    const request = withEmail('erase@example.org', { idempotencyKey: 'erase' });
    const { id } = await create(service.client, request);
    expect(await dump()).toContain(id);
    await erase(id);
    const after = await dump();
    for (const trace of [id, 'erase@example.org', 'Marker']) expect(after).not.toContain(trace);
    await expect(matchingInput(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect.poll(() => service.erased).toEqual([{ analysisId: id, companyId: 'company-1' }]);
  });

  it('removes the deliveries and the stored response of a submission, and a retry stores nothing', async () => {
    service.funnel.hosts.set('glow-quiz', { companyId: 'company-1', targets: ['webhook', 'crm'] });
    const request = {
      host: { name: { $case: 'subdomain' as const, value: 'glow-quiz' } },
      bodyJson: json.encode({ ...completeAnswers, firstName: 'Marker', email: 'legacy@example.org' }),
      idempotencyKey: 'legacy',
      pageOrigin: 'https://glow-quiz.svc.example',
      includeWebhookPayload: true,
    };
    const { body } = await service.submissions.submitAnalysis(request);
    const { id } = json.decode<{ id: string }>(body);
    const [delivery] = await service.db('deliveries').where({ analysis_id: id, target: 'webhook' });
    await service.db('delivery_attempts').insert({
      delivery_id: delivery.id,
      number: 1,
      started_at: new Date(),
      duration_ms: 1,
      url: 'https://shop.example',
      request_headers: '{}',
      response_body: 'Thank you, legacy@example.org!',
    });
    for (const trace of [id, 'legacy@example.org', 'Marker']) expect(await dump()).toContain(trace);
    await erase(id);
    const after = await dump();
    for (const trace of [id, 'legacy@example.org', 'Marker']) expect(after).not.toContain(trace);
    await expect(service.submissions.submitAnalysis(request)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await dump()).not.toContain('legacy@example.org');
  });

  it('a retry of the request that created it does not store the data again, until its record expires (docs/contract.md C10.10)', async () => {
    const request = withEmail('again@example.org', { idempotencyKey: 'again' });
    const { id } = await create(service.client, request);
    await erase(id);
    await expect(service.client.createAnalysis(request)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      message: expect.stringMatching(/was erased\. Send a new key/),
    });
    expect(await dump()).not.toContain('again@example.org');
    await age('again', 23.9);
    expect(await deleteAllExpiredKeys(service.db)).toBe(0);
    await expect(service.client.createAnalysis(request)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    await age('again', 24.1);
    expect(await deleteAllExpiredKeys(service.db)).toBe(1);
    expect(await create(service.client, request)).toMatchObject({ replayed: false });
  });

  it('an unknown, a malformed, a foreign and an erased id are NOT_FOUND with the same message', async () => {
    const { id } = await create(service.client, submission());
    for (const [analysisId, companyId] of [
      ['A'.repeat(22), 'company-1'],
      ['\u0000', 'company-1'],
      ['', 'company-1'],
      [id, 'company-2'],
    ] as const) {
      await expect(erase(analysisId, companyId)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'No analysis with this id.',
      });
    }
    await erase(id);
    await expect(erase(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No analysis with this id.' });
  });
});

describe('EraseAnalysesByEmail: docs/reliability.md R10.6', () => {
  it('erases every analysis of the address, whatever the letter case, and no other; a repeat is a no-op', async () => {
    const addresses = ['Zoë@Example.org', 'zoë@example.ORG', 'ZOË@EXAMPLE.ORG', ' zoë@example.org '];
    const ids = await Promise.all(
      addresses.map(
        async (email, index) => (await create(service.client, withEmail(email, { idempotencyKey: `zoe-${index}` }))).id,
      ),
    );
    const neighbor = await create(service.client, withEmail('zoe@example.org'));
    expect(await eraseByEmail('zOË@example.org')).toEqual({ erased: 4 });
    expect(await eraseByEmail('zOË@example.org')).toEqual({ erased: 0 });
    for (const id of ids) await expect(matchingInput(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await matchingInput(neighbor.id);
    expect((await dump()).toLowerCase()).not.toContain('zoë');
    await expect.poll(() => service.erased.map(({ analysisId }) => analysisId).sort()).toEqual([...ids].sort());
  });

  it('another company keeps its analyses of the same address', async () => {
    const apiKeyHash = apiKey(service.funnel, 'second company', 'company-2');
    const theirs = await create(service.client, withEmail('both@example.org', { apiKeyHash }));
    await create(service.client, withEmail('both@example.org'));
    expect(await eraseByEmail('both@example.org')).toEqual({ erased: 1 });
    await matchingInput(theirs.id);
  });

  it('more analyses than one statement erases are all erased', async () => {
    await service.db.raw(
      `insert into analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent, email, email_key)
       select lpad(n::text, 22, '0'), 'company-1', 'f', 'v', false, '{}', false, 'many@example.org', 'many@example.org'
       from generate_series(1, 2500) as n`,
    );
    expect(await eraseByEmail('many@example.org')).toEqual({ erased: 2_500 });
    await expect.poll(() => service.erased.length).toBe(2_500);
  });

  it('an empty address is INVALID_REQUEST: it would match analyses without an address', async () => {
    for (const email of ['', '  '])
      await expect(eraseByEmail(email)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('retention of idempotency records: docs/reliability.md R1.6', () => {
  it('a record is deleted after 24 hours, unless a running request holds it (docs/contract.md C10.8)', async () => {
    for (const key of ['young', 'old', 'working']) await create(service.client, submission({ idempotencyKey: key }));
    await age('young', 23.9);
    await age('old', 24.1);
    await age('working', 24.1);
    await service
      .db('idempotency_keys')
      .where({ key_hash: sha256('working') })
      .update({
        state: 'running',
        response: null,
        analysis_id: null,
        lease_until: service.db.raw("now() + interval '5 seconds'"),
      });
    expect(await deleteAllExpiredKeys(service.db)).toBe(1);
    const left = await service.db('idempotency_keys').whereIn(
      'key_hash',
      ['young', 'old', 'working'].map((key) => sha256(key)),
    );
    expect(left).toHaveLength(2);
  });

  it('records are deleted in batches of at most 1,000, and replicas share the work', async () => {
    await service.db.raw(
      `insert into idempotency_keys (company_id, route, key_hash, fingerprint, state, token, lease_until, created_at)
       select 'company-7', 'r', sha256(n::text::bytea), '\\x00', 'running', gen_random_uuid(), now() - interval '1 day', now() - interval '2 days'
       from generate_series(1, 3500) as n`,
    );
    expect(await deleteExpiredKeys(service.db)).toBe(1_000);
    const shares = await Promise.all([deleteAllExpiredKeys(service.db), deleteAllExpiredKeys(service.db)]);
    expect(shares[0] + shares[1]).toBe(2_500);
    expect(await service.db('idempotency_keys').where({ company_id: 'company-7' })).toEqual([]);
  });
});

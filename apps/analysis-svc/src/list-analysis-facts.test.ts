import { json, sha256 } from '@svc/kit';
import type { AnalysisFact } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers } from './testing/steps.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function read(cursor = ''): Promise<{ facts: AnalysisFact[]; cursor: string }> {
  const facts: AnalysisFact[] = [];
  for (;;) {
    const page = await service.admin.listAnalysisFacts({ cursor });
    facts.push(...page.facts);
    cursor = page.cursor;
    if (page.isLast) return { facts, cursor };
  }
}
const find = async (id: string) => (await read()).facts.find((fact) => fact.analysisIdHash.equals(sha256(id)));
const body = { ...completeAnswers, email: 'Ann@Example.org', source: 'news', queryString: '?utm=x&locale=de-CH' };

describe('ListAnalysisFacts (docs/insight.md N20)', () => {
  it('says what an analysis chose, and no contact data (N20.1)', async () => {
    const { id } = await create(service.client, submission({ body: { ...body, firstName: 'Annabel' } }));
    const fact = await find(id);
    expect(fact).toMatchObject({ companyId: 'company-1', funnelId: 'funnel-1', source: 'news', locale: 'de-ch' });
    expect(fact?.givenContactFields).toEqual(['firstName', 'email']);
    expect(fact?.steps.some(({ optionKeys }) => optionKeys.length > 0)).toBe(true);
    expect(JSON.stringify(fact)).not.toMatch(/annabel|ann@|utm/i);
    expect(JSON.stringify(fact)).not.toContain(id);
  });

  it('a second analysis with the same address is a retake; without an address it is not known (N20.2)', async () => {
    const given = { ...completeAnswers, email: 'again@example.org' };
    const first = await create(service.client, submission({ body: given }));
    const second = await create(service.client, submission({ body: { ...given, email: ' AGAIN@example.org ' } }));
    const without = await create(service.client, submission());
    expect((await find(first.id))?.isRetake).toBe(false);
    expect((await find(second.id))?.isRetake).toBe(true);
    expect((await find(without.id))?.isRetake).toBeUndefined();
  });

  it('a second analysis of the same stored visitor is a retake, where the company keeps visitors (N20.2)', async () => {
    for (const name of ['one', 'two', 'three'])
      service.funnel.hosts.set(name, { companyId: `company-${name}`, targets: [] });
    for (const name of ['one', 'two']) service.funnel.keepsVisitors.add(`company-${name}`);
    const submit = async (host: string, visitorId?: string, more: object = {}) => {
      const { body } = await service.submissions.submitAnalysis({
        host: { name: { $case: 'subdomain', value: host } },
        ...{ bodyJson: json.encode({ ...completeAnswers, ...more }), pageOrigin: 'https://glow-quiz.svc.example' },
        ...{ includeWebhookPayload: false, ...(visitorId === undefined ? {} : { visitorId }) },
      });
      return (await find(json.decode<{ id: string }>(body).id))?.isRetake;
    };
    const visitorId = 'k3J9-x2Lw0Pq7_ZtRb5Y';
    expect(await submit('one', visitorId)).toBe(false);
    expect(await submit('one', visitorId, { email: 'first@example.org' })).toBe(true);
    // With another visitor, but the address of before.
    expect(await submit('one', 'another-0000000000001', { email: 'first@example.org' })).toBe(true);
    expect(await submit('one', 'another-0000000000002', { email: 'second@example.org' })).toBe(false);
    expect(await submit('one')).toBeUndefined();
    expect(await submit('two', visitorId)).toBe(false);
    for (let times = 0; times < 2; times += 1) expect(await submit('three', visitorId)).toBeUndefined();
    const stored = await service.db('analyses').whereIn('company_id', ['company-one', 'company-two', 'company-three']);
    expect(JSON.stringify(stored)).not.toContain(visitorId);
    const hashes = stored
      .filter(({ visitor_hash }) => visitor_hash)
      .map(({ visitor_hash }) => visitor_hash.toString('hex'));
    // One visitor is another one in each company.
    expect([hashes.length, new Set(hashes).size]).toEqual([5, 4]);
  });

  it('says which test assigned the version, if one did (N13.14)', async () => {
    service.funnel.hosts.set('glow-quiz', { companyId: 'company-1', targets: [] });
    service.funnel.tests.add('running');
    const submit = async (experimentId?: string) => {
      const { body } = await service.submissions.submitAnalysis({
        host: { name: { $case: 'subdomain', value: 'glow-quiz' } },
        ...{ bodyJson: json.encode(completeAnswers), pageOrigin: 'https://glow-quiz.svc.example' },
        ...{ includeWebhookPayload: false, ...(experimentId === undefined ? {} : { experimentId }) },
      });
      return (await find(json.decode<{ id: string }>(body).id))?.experimentId;
    };
    expect([await submit('running'), await submit('another'), await submit()]).toEqual([
      'running',
      undefined,
      undefined,
    ]);
  });

  it('lists each analysis after a cursor, in pages, and those that are older than stamps first', async () => {
    await service.db.raw(
      `insert into analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent, change_xid)
       select lpad(n::text, 22, '0'), 'company-9', 'f', 'missing', n % 2 = 0, '{"selectionValues":[]}', false,
         case when n % 4 = 1 then null else change_stamp() end from generate_series(1, 2400) as n`,
    );
    const { facts, cursor } = await read();
    const listed = new Set(facts.map(({ analysisIdHash }) => analysisIdHash.toString('hex')));
    for (let n = 1; n <= 2_400; n += 1) {
      expect(listed.has(sha256(String(n).padStart(22, '0')).toString('hex'))).toBe(n % 2 === 1);
    }
    const { id } = await create(service.client, submission());
    await expect
      .poll(async () => (await read(cursor)).facts.map(({ analysisIdHash }) => analysisIdHash.toString('hex')))
      .toContain(sha256(id).toString('hex'));
  });

  it('an analysis that commits after a later one was listed is listed by the next call', async () => {
    const slow = await service.db.transaction();
    await slow.raw(
      `insert into analyses (id, company_id, funnel_id, version_id, is_preview, answers, selfie_sent)
       values ('slow', 'company-1', 'f', 'v', false, '{"selectionValues":[]}', false)`,
    );
    await create(service.client, submission());
    const { cursor } = await read();
    await slow.commit();
    const after = await read(cursor);
    expect(after.facts.some(({ analysisIdHash }) => analysisIdHash.equals(sha256('slow')))).toBe(true);
  });

  it('refuses a cursor that it did not return', async () => {
    await expect(service.admin.listAnalysisFacts({ cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

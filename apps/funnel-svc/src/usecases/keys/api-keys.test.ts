import { setTimeout as sleep } from 'node:timers/promises';
import { hashApiKey, isWellFormedApiKey } from '@svc/kit';
import { repeatWhileBusy } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

async function companyWithFunnel() {
  const wanted = funnel({ published: { steps: [step(1)] } });
  const company = await svc.company({ funnels: [wanted] });
  return { ...company, funnelId: company.answer.funnels[wanted.subdomain]?.id as string };
}

const create = (
  companyId: string,
  more: { name?: string; expireTime?: Date; scopes?: string[]; userName?: string } = {},
) => svc.admin.createApiKey({ companyId, name: 'shop', scopes: [], userName: '', ...more });

const inMs = (ms: number) => new Date(svc.clock.now().getTime() + ms);

describe('Company API Keys (docs/contract.md C5)', () => {
  it('the value is returned once; only its SHA-256 and last four characters are stored (C5.2, C5.4; docs/reliability.md R2.2)', async () => {
    const { id } = await companyWithFunnel();
    const { key, value } = await create(id, { name: 'server' });
    expect(isWellFormedApiKey(value)).toBe(true);
    expect(key).toMatchObject({
      name: 'server',
      lastFour: value.slice(-4),
      scopes: ['funnel.read', 'analysis.create'],
    });
    const row = await svc.db('api_keys').where({ id: key?.id }).first();
    expect(row.key_hash.equals(hashApiKey(value))).toBe(true);
    const { rows: tables } = await svc.db.raw<{ rows: { name: string }[] }>(
      `select table_name as name from information_schema.tables where table_schema = 'funnel' and table_type = 'BASE TABLE'`,
    );
    const dump = await Promise.all(tables.map(({ name }) => svc.db(name)));
    expect(dump.flat().length).toBeGreaterThan(2);
    expect(JSON.stringify(dump)).not.toContain(value.split('_')[2]);
    const others = svc.db('api_keys').where({ company_id: id }).whereNot({ id: key?.id });
    await expect(others.update({ key_hash: row.key_hash })).rejects.toMatchObject({ code: '23505' });
  });

  it('100 concurrent creates leave exactly 20 active keys; the others are API_KEY_LIMIT (C5.5; docs/reliability.md R2.3, R0.1)', async () => {
    const { id } = await svc.company({});
    const replica = await svc.startReplica();
    const creates = Array.from({ length: 100 }, (_, index) => {
      const { admin } = index % 2 ? replica : svc;
      const wanted = { companyId: id, name: `key ${index}`, scopes: [], userName: '' };
      return repeatWhileBusy(() => admin.createApiKey(wanted, { timeoutMs: 60_000 }));
    });
    const results = await Promise.allSettled(creates);
    // One key came with the company.
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(codes).toEqual(Array(81).fill('API_KEY_LIMIT'));
    const { keys } = await svc.admin.listApiKeys({ companyId: id, pageSize: 100, pageToken: '' });
    expect(keys).toHaveLength(20);
  });

  it('revoked and expired keys do not count towards the limit (C5.5)', async () => {
    const { id } = await svc.company({});
    const made = [];
    for (let index = 0; index < 19; index++) made.push(await create(id, index < 2 ? { expireTime: inMs(1_000) } : {}));
    await expect(create(id)).rejects.toMatchObject({ code: 'API_KEY_LIMIT' });
    await svc.admin.revokeApiKey({ companyId: id, apiKeyId: made[10]?.key?.id as string });
    await create(id);
    await expect(create(id)).rejects.toMatchObject({ code: 'API_KEY_LIMIT' });
    svc.clock.advance(1_000);
    await create(id);
    await create(id);
    await expect(create(id)).rejects.toMatchObject({ code: 'API_KEY_LIMIT' });
  });

  it('no read that starts after the revocation was answered is accepted, on any replica (C5.6; docs/reliability.md R2.4)', async () => {
    const { id, funnelId } = await companyWithFunnel();
    const { key, value } = await create(id);
    const replica = await svc.startReplica();
    const request = { apiKeyHash: hashApiKey(value), funnelId };
    let revoked = false;
    const late: string[] = [];
    const readers = [svc.funnels, replica.funnels, svc.funnels, replica.funnels].map(async (client) => {
      for (let count = 0; count < 250; ) {
        const startedLate = revoked;
        const code = await client.getFunnel(request).then(
          () => 'accepted',
          (error: { code: string }) => error.code,
        );
        if (!startedLate) continue;
        count++;
        late.push(code);
      }
    });
    await sleep(50);
    await svc.admin.revokeApiKey({ companyId: id, apiKeyId: key?.id as string });
    revoked = true;
    await Promise.all(readers);
    expect(late).toEqual(Array(1_000).fill('UNAUTHORIZED'));
  });

  it('revoking again changes nothing; a foreign or unknown key is NOT_FOUND and stays in force', async () => {
    const mine = await companyWithFunnel();
    const other = await svc.company({});
    const { key } = await create(mine.id);
    const apiKeyId = key?.id as string;
    await expect(svc.admin.revokeApiKey({ companyId: other.id, apiKeyId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(svc.admin.revokeApiKey({ companyId: mine.id, apiKeyId: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await svc.admin.revokeApiKey({ companyId: mine.id, apiKeyId });
    const revokedAt = async () => (await svc.db('api_keys').where({ id: apiKeyId }).first()).revoked_at;
    const first = await revokedAt();
    svc.clock.advance(5_000);
    await svc.admin.revokeApiKey({ companyId: mine.id, apiKeyId });
    expect(await revokedAt()).toEqual(first);
  });

  it('a key is API_KEY_EXPIRED from the instant of expiresAt on, UNAUTHORIZED once it is revoked too', async () => {
    const { id, funnelId } = await companyWithFunnel();
    const { key, value } = await create(id, { expireTime: inMs(60_000) });
    svc.clock.advance(59_999);
    await svc.readFunnel({ key: value, funnelId });
    svc.clock.advance(1);
    await expect(svc.readFunnel({ key: value, funnelId })).rejects.toMatchObject({ code: 'API_KEY_EXPIRED' });
    await expect(svc.resolve({ key: value, funnelId })).rejects.toMatchObject({ code: 'API_KEY_EXPIRED' });
    await svc.admin.revokeApiKey({ companyId: id, apiKeyId: key?.id as string });
    await expect(svc.readFunnel({ key: value, funnelId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('a scope opens its own route only; an unknown key is UNAUTHORIZED before anything else is checked (C5.2, C7.1, C9.1)', async () => {
    const { id, funnelId } = await companyWithFunnel();
    const reader = (await create(id, { scopes: ['funnel.read'] })).value;
    const creator = (await create(id, { scopes: ['analysis.create'] })).value;
    await svc.readFunnel({ key: reader, funnelId });
    await svc.resolve({ key: creator, funnelId });
    await expect(svc.resolve({ key: reader, funnelId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(svc.readFunnel({ key: creator, funnelId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(svc.readFunnel({ key: 'unknown', funnelId: 'nothing' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  it('orders need a key that was made for them; the answer names the company and its window (C5.2)', async () => {
    const { id } = await companyWithFunnel();
    const { value, key } = await create(id, { scopes: ['order.write'] });
    expect(await svc.resolveOrderKey(value)).toEqual({ companyId: id, attributionDays: 7 });
    const usual = (await create(id)).value;
    await expect(svc.resolveOrderKey(usual)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await svc.admin.revokeApiKey({ companyId: id, apiKeyId: key?.id as string });
    await expect(svc.resolveOrderKey(value)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('the last use is written off the request path, at most once a minute a key (C5.7; docs/reliability.md R2.6)', async () => {
    const { id, funnelId } = await companyWithFunnel();
    const { key, value } = await create(id);
    const lastUsed = async () => (await svc.db('api_keys').where({ id: key?.id }).first()).last_used_at;
    expect(await lastUsed()).toBeNull();
    await svc.readFunnel({ key: value, funnelId });
    const first = svc.clock.now();
    await expect.poll(lastUsed).toEqual(first);
    // xmin is the transaction that wrote the row last.
    const writer = async () =>
      (await svc.db('api_keys').select(svc.db.raw('xmin::text')).where({ id: key?.id }).first()).xmin;
    const before = await writer();
    svc.clock.advance(59_999);
    await Promise.all(Array.from({ length: 200 }, () => svc.readFunnel({ key: value, funnelId })));
    await sleep(50);
    expect(await writer()).toBe(before);
    svc.clock.advance(1);
    await Promise.all(Array.from({ length: 200 }, () => svc.readFunnel({ key: value, funnelId })));
    await expect.poll(lastUsed).toEqual(svc.clock.now());
  });

  it('keys are listed newest first, page by page, without values and for their own company only', async () => {
    const { id } = await svc.company({});
    for (let index = 0; index < 4; index++) await create(id, { name: `key ${index}` });
    const names: string[] = [];
    let cursor = '';
    do {
      const page = await svc.admin.listApiKeys({ companyId: id, pageSize: 2, pageToken: cursor });
      names.push(...page.keys.map((key) => key.name));
      cursor = page.nextPageToken;
    } while (cursor);
    expect(names).toEqual(['key 3', 'key 2', 'key 1', 'key 0', 'test']);
    await expect(svc.admin.listApiKeys({ companyId: id, pageSize: 2, pageToken: 'x' })).rejects.toMatchObject({
      code: 'INVALID_QUERY',
    });
    const other = await svc.company({});
    expect((await svc.admin.listApiKeys({ companyId: other.id, pageSize: 50, pageToken: '' })).keys).toHaveLength(1);
  });

  it('the list says who created each key (docs/management.md "Keys, versions, imports, erasure")', async () => {
    const { id } = await svc.company({});
    await create(id, { userName: 'Ada Lovelace' });
    const { keys } = await svc.admin.listApiKeys({ companyId: id, pageSize: 50, pageToken: '' });
    expect(keys.map(({ name, userName }) => [name, userName])).toEqual([
      ['shop', 'Ada Lovelace'],
      ['test', ''],
    ]);
  });

  it('an expiry in the past is INVALID_REQUEST, an unknown company NOT_FOUND', async () => {
    const { id } = await svc.company({});
    await expect(create(id, { expireTime: svc.clock.now() })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(create('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

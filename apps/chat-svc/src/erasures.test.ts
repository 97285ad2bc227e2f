import { forCompany } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isErased } from './db/erasures.js';
import { startTestService, type TestService } from './testing/test-service.testing.js';

const hash = (byte: number) => Buffer.alloc(32, byte);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  for (const [index, companyId] of ['a', 'b', 'b'].entries()) {
    await service.db('threads').insert({
      ...{ company_id: companyId, thread_hash: hash(index), analysis_hashes: [hash(40 + index), hash(50)] },
      ...{ state: '{}', created_at: new Date(), last_turn_at: new Date() },
    });
    await service.db('turns').insert({
      ...{ company_id: companyId, thread_hash: hash(index), number: 1, client_turn_id: 'one' },
      ...{ request_hash: hash(1), asked_at: new Date() },
    });
  }
});
afterAll(() => service.stop());

describe('erasures of analyses (docs/chat.md T4.3)', () => {
  it('delete every conversation that names an erased analysis, with its turns, and no other', async () => {
    await service.erase(hash(41));
    await expect.poll(() => service.db('threads').select('thread_hash')).toHaveLength(2);
    expect(await service.db('turns').select('thread_hash')).toHaveLength(2);
    await service.erase(hash(50));
    await expect.poll(() => service.db('turns').select('thread_hash')).toEqual([]);
  });

  it('are remembered, so that a turn that is being answered cannot name the analysis again', async () => {
    const ask = (of: Buffer) => forCompany(service.knex, 'a', (trx) => isErased(trx, of));
    expect(await ask(hash(41))).toBe(true);
    expect(await ask(hash(42))).toBe(false);
  });
});

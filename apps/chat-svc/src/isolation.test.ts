import { forCompany } from '@svc/kit';
import { findIsolationProblems, type TestDatabase, testDatabase } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsDirectory } from './testing/test-service.testing.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ schema: 'chat', migrationsDirectory });
  for (const [index, id] of ['a', 'b'].entries()) {
    const thread = { company_id: id, thread_hash: Buffer.alloc(32, index) };
    const now = new Date();
    await test.owner('threads').insert({ ...thread, state: '{}', created_at: now, last_turn_at: now });
    await test.owner('turns').insert({
      ...thread,
      ...{ number: 1, client_turn_id: 'one', request_hash: Buffer.alloc(32), asked_at: now, text: `secret of ${id}` },
    });
  }
});
afterAll(() => test.drop());

describe('isolation of companies in schema chat', () => {
  it('covers every table; what crosses companies is declared here', async () => {
    const problems = await findIsolationProblems(test.owner, {
      schema: 'chat',
      exceptions: { erased_analyses: 'Hashes of analyses, which name no company.' },
      crossings: { all_threads: ['company_id', 'thread_hash', 'analysis_hashes', 'last_turn_at'] },
    });
    expect(problems).toEqual([]);
  });

  it('shows the turns of one company', async () => {
    const texts = await forCompany(test.database.knex, 'b', (trx) => trx('turns').select('text'));
    expect(texts).toEqual([{ text: 'secret of b' }]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { readClient, startFixture } from '../../testing/grpc-fixture.js';

let stop: () => unknown = () => {};
afterEach(() => stop());

describe('a service whose database was never there', () => {
  it('refuses every kind of call as UNAVAILABLE, and answers as soon as its database is prepared', async () => {
    const database = { isPrepared: false, follow() {}, start: async () => {}, stop: async () => {} };
    const { server, address } = await startFixture({ list: async () => 'next' }, { database });
    const client = readClient(address);
    stop = async () => {
      client.close();
      await server.stop();
    };
    const list = () => client.listCatalogChanges({ cursor: '' });
    const snapshot = async () => {
      for await (const _ of client.getSnapshot({ companyId: 'c' })) throw new Error('not empty');
    };
    for (const call of [list, snapshot]) {
      await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 1 });
    }
    database.isPrepared = true;
    expect(await list()).toMatchObject({ cursor: 'next' });
    await snapshot();
  });
});

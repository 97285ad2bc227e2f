import { ServiceError } from '@svc/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const headers = { authorization: `Bearer ${PLATFORM_TOKEN}` };
const calls: unknown[] = [];
let gateway: TestGateway;
beforeEach(async () => {
  calls.length = 0;
  gateway = await startGateway({
    handlers: {
      members: {
        eraseUser: async ({ userId, beginOnly = false }) => {
          calls.push({ userId, beginOnly });
          return { name: 'Ada' };
        },
      },
      funnelAdmin: {
        forgetUser: async ({ userId, userName }) => {
          calls.push({ userId, userName });
          return {};
        },
      },
    },
  });
});
afterEach(() => gateway.stop());

const erase = () => gateway.ask('/api/admin/v1/users/user-1', { method: 'DELETE', headers });
const begun = { userId: 'user-1', beginOnly: true };

describe('erasing a user (docs/identity.md I1.4)', () => {
  it('disables the account, removes the name elsewhere, and deletes the account last', async () => {
    expect((await erase()).status).toBe(204);
    expect(calls).toEqual([begun, { userId: 'user-1', userName: 'Ada' }, { userId: 'user-1', beginOnly: false }]);
  });

  it('while the name cannot be removed, the account stays, so that the request can be repeated', async () => {
    gateway.services.handlers.funnelAdmin.forgetUser = async () => {
      throw new ServiceError('UNAVAILABLE', 'The database is not available.');
    };
    expect((await erase()).status).toBe(503);
    expect(calls).toEqual([begun]);
  });

  it('a refused erasure removes no name', async () => {
    gateway.services.handlers.members.eraseUser = async () => {
      throw new ServiceError('CONFLICT', 'The platform must keep an administrator.');
    };
    expect((await erase()).status).toBe(409);
    expect(calls).toEqual([]);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { connection, createReportingFetch } from './connection.js';

const request = () => new Request('https://dashboard.svc.test/auth/me');
const fail = createReportingFetch(() => Promise.reject(new TypeError('Failed to fetch')));
const answer = (status: number) => createReportingFetch(async () => new Response(null, { status }));
afterEach(() => connection.report(true));

describe('the connection to the service (docs/dashboard.md Y2.6)', () => {
  it('is lost when no answer comes, and back with the next answer, also that of an error', async () => {
    const listener = vi.fn();
    connection.subscribe(listener);
    await expect(fail(request())).rejects.toThrow('Failed to fetch');
    expect(connection.get()).toBe(false);
    await answer(503)(request());
    expect(connection.get()).toBe(true);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('is not lost by a request that the application itself abandons', async () => {
    const controller = new AbortController();
    controller.abort();
    await fail(new Request('https://dashboard.svc.test/auth/me', { signal: controller.signal })).catch(() => undefined);
    expect(connection.get()).toBe(true);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { createGatedFetch } from './sign-in-gate.js';

const KEYS = 'https://dashboard.svc.test/api/admin/v1/companies/glow/api-keys';
const post = (url = KEYS) => new Request(url, { method: 'POST', body: '{"name":"Web shop"}' });
const refuse = (error: string) => new Response(JSON.stringify({ error }), { status: 401 });

/** Refuses until the user has confirmed. */
function createServer(error: string) {
  const received: string[] = [];
  const server = { isConfirmed: false, received };
  const send = async (request: Request) => {
    received.push(await request.text());
    return server.isConfirmed ? new Response('{}', { status: 201 }) : refuse(error);
  };
  return { server, send };
}

describe('a request that is 401', () => {
  it.each([
    ['REAUTHENTICATION_REQUIRED', 'CONFIRMATION'],
    ['UNAUTHORIZED', 'SIGN_IN'],
  ])(
    'because of %s asks for a %s and is repeated with what was typed (docs/dashboard.md Y3.1)',
    async (error, need) => {
      const { server, send } = createServer(error);
      const ask = vi.fn(async () => {
        server.isConfirmed = true;
        return true;
      });
      const response = await createGatedFetch(ask, send)(post());
      expect(response.status).toBe(201);
      expect(ask).toHaveBeenCalledExactlyOnceWith(need);
      expect(server.received).toEqual(['{"name":"Web shop"}', '{"name":"Web shop"}']);
    },
  );

  it('stays 401 when the user declines, and is sent once (docs/dashboard.md Y3.2)', async () => {
    const { server, send } = createServer('REAUTHENTICATION_REQUIRED');
    const response = await createGatedFetch(async () => false, send)(post());
    expect(response.status).toBe(401);
    expect(server.received).toHaveLength(1);
  });

  it('shares one question with requests that fail simultaneously (docs/dashboard.md Y3.3)', async () => {
    const { server, send } = createServer('UNAUTHORIZED');
    let answer: (isConfirmed: boolean) => void = () => undefined;
    const ask = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    const gated = createGatedFetch(ask, send);
    const responses = [gated(post()), gated(post())];
    await expect.poll(() => server.received).toHaveLength(2);
    await expect.poll(() => ask).toHaveBeenCalled();
    server.isConfirmed = true;
    answer(true);
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is an answer to what was typed on routes of the sign-in, and asks nothing (docs/dashboard.md Y3.4)', async () => {
    const ask = vi.fn(async () => true);
    const gated = createGatedFetch(ask, async () => refuse('UNAUTHORIZED'));
    expect((await gated(post('https://dashboard.svc.test/auth/sign-in'))).status).toBe(401);
    expect(ask).not.toHaveBeenCalled();
  });
});

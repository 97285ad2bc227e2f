import { describe, expect, it } from 'vitest';
import { type Answer, send } from '../../support/http.js';
import { MIB, PATH, SHOP, type Submissions } from '../../support/submissions.js';

/** docs/contract.md C14. */
export function cors(context: Submissions): void {
  const { submit, complete, toHost } = context;

  describe('CORS is open to the company’s domains', () => {
    const preflight = (origin: string, host = toHost('all')) =>
      send(context.api.origin, PATH, { method: 'OPTIONS', host, headers: { origin } });
    const leave = (answer: Answer) => answer.headers['access-control-allow-origin'];

    it('names the asking origin, on answers and on errors, and never allows credentials', async () => {
      const headers = { origin: SHOP };
      const answers = [
        await submit(complete(), { headers }),
        await submit('{', { headers }),
        await submit('x'.repeat(4 * MIB + 1), { headers }),
        await submit({}, { headers, funnel: 'paused' }),
        await preflight(SHOP),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 413, 409, 204]);
      for (const answer of answers) {
        expect([leave(answer), answer.headers.vary]).toEqual([SHOP, 'Origin']);
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      }
    });

    it('preflight allows POST with the headers of the route', async () => {
      const { headers, text } = await preflight('http://localhost:5173');
      expect(text).toBe('');
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-allow-methods': 'POST, OPTIONS',
        'access-control-allow-headers': 'Content-Type, Idempotency-Key, X-Request-Id',
      });
    });

    it.each(['https://evil.example', 'https://www.shop.glow.example', 'https://shop.glow.example:444', 'null'])(
      '%s is not named',
      async (origin) => {
        const answers = [await submit(complete(), { headers: { origin } }), await preflight(origin)];
        expect(answers.map(leave)).toEqual([undefined, undefined]);
        for (const { headers } of answers) expect(headers.vary).toBe('Origin');
      },
    );

    it('a removed domain is not named a second later', async () => {
      const domains = (names: string[]) => context.api.apply('contract', { domains: names });
      await domains(['localhost']);
      try {
        await expect.poll(async () => leave(await preflight(SHOP))).toBeUndefined();
      } finally {
        await domains(['shop.glow.example', 'localhost']);
      }
      await expect.poll(async () => leave(await preflight(SHOP))).toBe(SHOP);
    });
  });
}

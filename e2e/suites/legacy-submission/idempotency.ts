import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/contract-api.js';
import { COMPLETE } from '../../support/contract-company.js';
import { type Submissions, WITH_PAYLOAD } from '../../support/submissions.js';

/** docs/contract.md C14. */
export function idempotency(context: Submissions): void {
  const { submit, complete, deliveries } = context;

  describe('Idempotency-Key', () => {
    const withKey = (value: string, call: Parameters<typeof submit>[1] = {}) => ({
      ...call,
      headers: { 'idempotency-key': value },
    });

    it('replays the first answer byte for byte, payload included; delivered once', async () => {
      const call = withKey('replay', { ...WITH_PAYLOAD, funnel: 'one' });
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const first = await submit(body, call);
      const again = await submit({ selectionValues: [{ selectedKey: 'dry', stepId: 1 }] }, call);
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
      expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
      expect(await deliveries(first.body.id)).toHaveLength(1);
    });

    it('another body, version or payload wish under the same key: 409 IDEMPOTENCY_CONFLICT', async () => {
      await submit(complete(), withKey('conflict'));
      for (const [body, call] of [
        [complete({ hairColor: 'BLACK' }), {}],
        [complete(), WITH_PAYLOAD],
        [complete(), { query: `?versionId=${context.versions.all}` }],
      ] as const) {
        expect(refusal(await submit(body, withKey('conflict', call)))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      }
    });

    it('is another key than the same one of the v1 route', async () => {
      const headers = { authorization: `Bearer ${context.key}`, 'idempotency-key': 'both' };
      await context.api.create(context.key, { funnelId: context.funnelId, ...COMPLETE }, { headers });
      const answer = await submit(complete(), withKey('both'));
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    });

    it('a request that failed validation leaves the key free', async () => {
      expect((await submit(complete({ selfie: 'x' }), withKey('corrected'))).status).toBe(400);
      expect((await submit(complete(), withKey('corrected'))).status).toBe(200);
    });

    it.each(['', 'x'.repeat(256), 'é'])('%j is 400 INVALID_REQUEST', async (value) => {
      const headers = { 'idempotency-key': Buffer.from(value).toString('latin1') };
      expect(refusal(await submit(complete(), { headers }))).toEqual([400, 'INVALID_REQUEST']);
    });

    it('eight simultaneous ones are stored and delivered once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => submit(complete(), withKey('eight', WITH_PAYLOAD))),
      );
      const good = answers.filter(({ status }) => status === 200);
      expect(new Set(good.map(({ text }) => text)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect([...refusal(answer), answer.headers['retry-after']]).toEqual([409, 'REQUEST_IN_PROGRESS', '2']);
      }
      expect(await deliveries(good[0]?.body.id)).toHaveLength(1);
    });

    it('a retry replays although the funnel was paused since', async () => {
      const first = await submit({}, withKey('paused since', { funnel: 'one' }));
      const pause = (paused: boolean) => context.api.apply('contract', { funnels: [{ subdomain: 'one', paused }] });
      await pause(true);
      try {
        expect((await submit({}, withKey('paused since', { funnel: 'one' }))).text).toBe(first.text);
        expect(refusal(await submit({}, withKey('new', { funnel: 'one' })))).toEqual([409, 'FUNNEL_PAUSED']);
      } finally {
        await pause(false);
      }
    });
  });
}

import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/contract-api.js';
import { send } from '../../support/http.js';
import { PATH, type Submissions } from '../../support/submissions.js';

/** docs/contract.md C14. */
export function answers(context: Submissions): void {
  const { submit, complete, toHost } = context;

  describe('the answer', () => {
    it('is { id } for a flawless body, with status 200', async () => {
      const answer = await submit(complete());
      expect([answer.status, answer.body]).toEqual([200, { id: expect.stringMatching(/^[0-9A-Za-z]{22,}$/) }]);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('has payload_warnings where there is something to warn about', async () => {
      const answer = await submit(complete({ hairColor: null }));
      expect(answer.body).toEqual({
        id: expect.any(String),
        payload_warnings: ['hairColor is missing although the funnel has a HAIR_COLOR step.'],
      });
    });

    it('names an analysis as any other: it is matched, and stored against the published version', async () => {
      const { id } = (await submit(complete())).body;
      expect((await context.api.matches(id)).body.matchedVariants).toEqual(['dry-1', 'plain-1']);
      const record = (await context.api.management.call('GET', `/companies/contract/analyses/${id}`)).body;
      expect(record).toMatchObject({ funnelVersion: { id: context.versions.all }, isPreview: false });
    });

    it('is a new analysis for every call without Idempotency-Key', async () => {
      expect((await submit(complete())).body.id).not.toBe((await submit(complete())).body.id);
    });
  });

  describe('the funnel is the host’s', () => {
    it('no key is needed, and none is read', async () => {
      for (const authorization of ['Bearer nothing', `Bearer ${context.key}`, '']) {
        expect((await submit(complete(), { headers: { authorization } })).status).toBe(200);
      }
    });

    it('by sub-domain, in any letter case, or by its own host name, whatever the port', async () => {
      for (const host of [toHost('one'), 'ONE.LOCALHOST', 'quiz.glow.example', 'Quiz.Glow.Example:8443']) {
        const answer = await submit({ selectionValues: [{ stepId: 1, selectedKey: 'dry' }] }, { host });
        expect([answer.status, answer.body], host).toEqual([200, { id: expect.any(String) }]);
      }
    });

    it.each(['unknown.localhost', 'other.example', 'a.all.localhost', 'context.api.localhost', 'www.localhost'])(
      '%s: 404 NOT_FOUND',
      async (host) => {
        expect(refusal(await submit(complete(), { host }))).toEqual([404, 'NOT_FOUND']);
      },
    );

    it('the API host and the dashboard host do not have the route', async () => {
      for (const host of ['localhost', 'dashboard.localhost']) {
        expect(refusal(await submit(complete(), { host }))).toEqual([404, 'NOT_FOUND']);
      }
    });

    it('paused: 409 FUNNEL_PAUSED, while the keyed route continues to work', async () => {
      expect(refusal(await submit({}, { funnel: 'paused' }))).toEqual([409, 'FUNNEL_PAUSED']);
      const { status } = await context.api.create(context.key, { funnelId: context.paused, hairColor: 'RED' });
      expect(status).toBe(200);
    });

    it('without any version: 409 FUNNEL_NOT_PUBLISHED', async () => {
      expect(refusal(await submit({}, { funnel: 'nothing' }))).toEqual([409, 'FUNNEL_NOT_PUBLISHED']);
    });

    it('other methods are 405 and say which there are', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await send(context.api.origin, PATH, { method, host: toHost('all') });
        expect([refusal(answer), answer.headers.allow]).toEqual([[405, 'METHOD_NOT_ALLOWED'], 'OPTIONS, POST']);
      }
    });
  });

  describe('the query', () => {
    it.each([
      'include_webhook_payload=yes',
      'include_webhook_payload',
      'include_webhook_payload=true&include_webhook_payload=true',
    ])('?%s is 400 INVALID_QUERY', async (query) => {
      expect(refusal(await submit(complete(), { query: `?${query}` }))).toEqual([400, 'INVALID_QUERY']);
    });

    it('unknown keys of a landing page do not matter', async () => {
      expect((await submit(complete(), { query: '?utm_source=mail&locale=de&a=1&a=2' })).body).not.toHaveProperty(
        'webhook_payload',
      );
    });
  });
}

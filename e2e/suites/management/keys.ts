import { beforeAll, describe, expect, it } from 'vitest';
import { actBefore } from '../../support/deadlines.js';
import { repeatWhileUnavailable, send } from '../../support/http.js';
import { createQuiz, type Quiz, question, type System } from '../../support/quiz.js';

/** docs/management.md "Keys, versions, imports, erasure"; docs/contract.md C5. */
export function keys(system: () => System): void {
  describe('Company API Keys', () => {
    let quiz: Quiz;
    const create = (body: object) => quiz.call('POST', '/api-keys', body);
    const read = async (value: string) => {
      const headers = { authorization: `Bearer ${value}` };
      const { status, body } = await send(system().origin, `/api/v1/funnels/${quiz.funnelId}`, { headers });
      return status === 200 ? 200 : body.error;
    };
    beforeAll(async () => {
      quiz = await createQuiz(system(), 'keys', { steps: [question(1, { a: {} })] });
    });

    it('are created with 201; the value is shown once and works immediately', async () => {
      const answer = await create({ name: 'Shop' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(String),
        name: 'Shop',
        value: expect.stringMatching(/^svc_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/),
        lastFour: answer.body.value.slice(-4),
        scopes: ['funnel.read', 'analysis.create'],
        createdAt: expect.stringMatching(/Z$/),
        // The platform token is no user.
        createdBy: null,
        expiresAt: null,
      });
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(await read(answer.body.value)).toBe(200);
      const listed = await quiz.call('GET', '/api-keys');
      expect(listed.text).not.toContain(answer.body.value);
      expect(listed.body.data[0]).toMatchObject({ id: answer.body.id, lastFour: answer.body.lastFour });
      expect(listed.body.data[0]).not.toHaveProperty('value');
    });

    it('with scopes allow only these', async () => {
      const { value } = (await create({ name: 'Reader', scopes: ['analysis.create'] })).body;
      expect(await read(value)).toBe('UNAUTHORIZED');
    });

    it('expire at expiresAt', async () => {
      const { time, result } = await actBefore(async (expiresAt) => {
        const { body } = await create({ name: 'Short', expiresAt });
        return { ...body, read: await read(body.value) };
      });
      const { value } = result;
      expect([result.expiresAt, result.read]).toEqual([time, 200]);
      await expect.poll(() => read(value)).toBe('API_KEY_EXPIRED');
    });

    it.each<[string, object]>([
      ['no name', {}],
      ['an empty name', { name: ' ' }],
      ['an expiresAt in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
      ['an expiresAt without an offset', { name: 'x', expiresAt: '2099-01-01T00:00:00' }],
      ['an expiresAt that is no date', { name: 'x', expiresAt: '2099-02-30T00:00:00Z' }],
      ['a scope that is not there', { name: 'x', scopes: ['admin'] }],
      ['no scope', { name: 'x', scopes: [] }],
      ['an unknown field', { name: 'x', value: 'mine' }],
    ])('are refused with %s: 400 INVALID_REQUEST', async (_, body) => {
      const answer = await create(body);
      expect([answer.status, answer.body.error], answer.text).toEqual([400, 'INVALID_REQUEST']);
    });

    it('are revoked immediately; revoking again is 204, an unknown key 404', async () => {
      const { id, value } = (await create({ name: 'Gone' })).body;
      expect((await quiz.call('DELETE', `/api-keys/${id}`)).status).toBe(204);
      expect(await read(value)).toBe('UNAUTHORIZED');
      expect((await quiz.call('DELETE', `/api-keys/${id}`)).status).toBe(204);
      expect((await quiz.call('DELETE', `/api-keys/${'Z'.repeat(22)}`)).status).toBe(404);
    });

    it('are limited to exactly 20, also with 40 simultaneous creates; a revoked key does not count', async () => {
      const full = await createQuiz(system(), 'keys-full', {});
      const add = (name: string) => repeatWhileUnavailable(() => full.call('POST', '/api-keys', { name }));
      const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => add(`${i}`)));
      const made = answers.filter(({ status }) => status === 201);
      // One key was made with the company.
      expect(made).toHaveLength(19);
      const refused = answers.filter(({ status }) => status !== 201);
      expect(new Set(refused.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
        new Set(['409 API_KEY_LIMIT']),
      );
      await full.call('DELETE', `/api-keys/${made[0]?.body.id}`);
      expect((await full.call('POST', '/api-keys', { name: 'again' })).status).toBe(201);
    });

    it("of another company are 404 here, and read nothing of this company's", async () => {
      const other = await createQuiz(system(), 'keys-other', {});
      const { id, value } = (await other.call('POST', '/api-keys', { name: 'x' })).body;
      expect(await read(value)).toBe('NOT_FOUND');
      expect((await quiz.call('DELETE', `/api-keys/${id}`)).status).toBe(404);
    });
  });
}

import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { repeatWhileUnavailable } from '../../support/http.js';
import { count } from '../../support/planted-marker.js';
import { buildCatalog, createQuiz, picks, type Quiz, question, type System } from '../../support/quiz.js';

/**
 * docs/management.md "Keys, versions, imports, erasure": erasure of answers, contact data and results (GDPR), in caches
 * and queues too.
 */
export function erasure(databaseUrl: () => string, system: () => System): void {
  describe('erasure', () => {
    let quiz: Quiz;
    const contact = (marker: string, email = `${marker}@Example.org`) => ({
      firstName: `First${marker}`,
      lastName: `Last${marker}`,
      email,
      source: `source-${marker}`,
      queryString: `?utm=${marker}`,
      ...picks({ 1: 'a' }),
    });
    const create = (...request: Parameters<Quiz['create']>) => repeatWhileUnavailable(() => quiz.create(...request));
    const eraseByEmail = (email: string, by = quiz) =>
      by.call('DELETE', `/analyses?email=${encodeURIComponent(email)}`);

    beforeAll(async () => {
      const steps = [question(1, { a: {} }), { id: 2, type: 'EMAIL' }];
      quiz = await createQuiz(system(), 'erasure', { catalog: buildCatalog({ A: [] }), steps });
    });

    /** Rows of any table of any schema that hold the text, also inside bytes. */
    async function rowsWith(marker: string): Promise<string[]> {
      const database = new pg.Client({ connectionString: databaseUrl() });
      await database.connect();
      try {
        const { rows: tables } = await database.query<{ name: string }>(
          `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
            where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
        );
        expect(tables.length).toBeGreaterThan(10);
        const hex = Buffer.from(marker).toString('hex');
        const found: string[] = [];
        for (const { name } of tables) {
          const { rowCount } = await database.query(
            `select 1 from ${name} as row where row::text ilike '%' || $1 || '%' or row::text like '%' || $2 || '%'`,
            [marker, hex],
          );
          if (rowCount) found.push(name);
        }
        return found;
      } finally {
        await database.end();
      }
    }

    /** insight-svc may have read an analysis just before its erasure, and follows that within 60 s. docs/reliability.md R10.6. */
    async function expectErased(marker: string): Promise<void> {
      const found = await rowsWith(marker);
      expect(found.filter((table) => !table.startsWith('insight.'))).toEqual([]);
      await expect.poll(() => rowsWith(marker), { timeout: 90_000 }).toEqual([]);
    }

    it('by e-mail, in any letter case: every analysis with it, nothing else, and nothing of it is left anywhere', async () => {
      const headers = { 'idempotency-key': 'order-1' };
      const one = await create(contact('zqmarker'), headers);
      const two = await create(contact('zqmarker', 'ZQMARKER@example.ORG'));
      const other = await create(contact('kept'));
      const neighbor = await createQuiz(system(), 'erasure-neighbor', { steps: [{ id: 1, type: 'EMAIL' }] });
      const foreign = await neighbor.create({ email: 'zqmarker@example.org' });
      for (const { body } of [one, two, other]) expect((await quiz.matches(body.id)).status).toBe(200);
      expect(await rowsWith('zqmarker')).toContain('analysis.analyses');

      // A busy system may have refused what it has stored.
      const stored = await count(
        databaseUrl(),
        `select from analysis.analyses a join funnel.companies c on c.id = a.company_id
          where c.handle = 'erasure' and lower(email) = 'zqmarker@example.org'`,
      );
      expect(stored).toBeGreaterThanOrEqual(2);
      expect((await eraseByEmail('Zqmarker@EXAMPLE.org')).body).toEqual({ erased: stored });
      for (const { body } of [one, two]) {
        expect((await quiz.matches(body.id)).status, 'also what was matched a moment ago').toBe(404);
        expect((await quiz.matches(body.id, '?variantId=A')).status).toBe(404);
        await expectErased(body.id);
      }
      expect((await quiz.matches(other.body.id)).status).toBe(200);
      expect((await neighbor.matches(foreign.body.id)).status, "another company's shopper").toBe(200);
      expect((await eraseByEmail('zqmarker@example.org', neighbor)).body).toEqual({ erased: 1 });
      await expectErased('zqmarker');

      const retry = await create(contact('zqmarker'), headers);
      expect([retry.status, retry.body.error], 'a late retry does not bring it back').toEqual([
        409,
        'IDEMPOTENCY_CONFLICT',
      ]);
      expect(retry.text).not.toContain(one.body.id);
      await expectErased('zqmarker');
      expect((await eraseByEmail('zqmarker@example.org')).body).toEqual({ erased: 0 });
    });

    it('by id: 204, then 404 for the match, HEAD and a second erasure', async () => {
      const { id } = (await create(contact('byid'), { 'idempotency-key': 'order-2' })).body;
      await quiz.matches(id);
      expect((await quiz.call('DELETE', `/analyses/${id}`)).status).toBe(204);
      expect((await quiz.matches(id)).status).toBe(404);
      expect((await quiz.call('DELETE', `/analyses/${id}`)).status).toBe(404);
      for (const text of ['byid', id]) await expectErased(text);
    });

    it("does not reach another company's analyses", async () => {
      const { id } = (await create(contact('mine'))).body;
      const stranger = await createQuiz(system(), 'erasure-stranger', {});
      expect((await stranger.call('DELETE', `/analyses/${id}`)).status).toBe(404);
      expect((await eraseByEmail('mine@example.org', stranger)).body).toEqual({ erased: 0 });
      expect((await quiz.matches(id)).status).toBe(200);
    });

    it.each(['', '?email=', '?email=%20', '?email=a%40b.c&email=d%40e.f', '?mail=a%40b.c'])(
      'asks for one e-mail address: %j is 400',
      async (query) => {
        const answer = await quiz.call('DELETE', `/analyses${query}`);
        expect([answer.status, answer.body.error]).toEqual([400, 'INVALID_QUERY']);
      },
    );
  });
}

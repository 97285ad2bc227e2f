import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { root, temporaryDirectory } from '../../support/processes.js';
import { buildCatalog, createQuiz, picks, type Quiz, question, rule, type System } from '../../support/quiz.js';

interface Explained {
  variantId: string;
  matched: boolean;
  position: number | null;
  tests: { code: string; passed: boolean; tags: string[]; rules: string[] }[];
}

/** docs/matching.md M9: the trace of a stored analysis, over HTTP and from the command line. */
export function explanation(system: () => System): void {
  describe('explanation', () => {
    const rules = [
      rule('no-retinol', { exclude: { tags: ['ingredient:retinol'] } }),
      rule('first', { pin: { variantIds: ['C'] } }),
    ];
    const steps = [
      question(1, { dry: { prefer: ['skin:dry'], avoid: ['texture:gel'] }, oily: {} }),
      { id: 2, type: 'EMAIL' },
    ];
    const contact = { firstName: 'Zqfirst', lastName: 'Zqlast', email: 'zqmail@example.org', source: 'zqsource' };
    let quiz: Quiz;
    let id: string;
    const explain = (query: string, analysisId = id, by = quiz) =>
      by.call('GET', `/analyses/${analysisId}/explain${query}`);

    beforeAll(async () => {
      const catalog = buildCatalog({ A: ['skin:dry'], B: ['texture:gel'], C: [], D: ['ingredient:retinol'] });
      quiz = await createQuiz(system(), 'explained', {
        catalog,
        steps,
        matching: { rules },
        company: { language: 'de' },
      });
      id = (await quiz.create({ ...contact, ...picks({ 1: 'dry' }) })).body.id;
    });

    it('agrees with the match, cites what decided, and holds no contact data', async () => {
      const { status, body, text } = await explain('?variantId=A&variantId=B&variantId=C&variantId=D&variantId=X');
      expect(status, text).toBe(200);
      expect((await quiz.matches(id)).body.matchedVariants).toEqual(['C', 'A']);
      const variants = body.variants as Explained[];
      expect(variants.map(({ variantId, position }) => [variantId, position])).toEqual([
        ['A', 2],
        ['B', null],
        ['C', 1],
        ['D', null],
        ['X', null],
      ]);
      const failed = variants.map(({ tests }) => tests.filter(({ passed }) => !passed));
      expect(failed[1]).toMatchObject([{ code: 'AVOID_CARRIED', tags: ['texture:gel'] }]);
      expect(failed[3]).toMatchObject([{ code: 'EXCLUDED_BY_RULE', rules: ['no-retinol'] }]);
      expect(body.versions.funnelVersion).toEqual({ id: quiz.versionId, number: 1 });
      // Not "zq" alone, which a random id may hold.
      expect(text).not.toMatch(/zq(first|last|mail|source)/i);
    });

    it('after the cited rule is gone, the variant is matched', async () => {
      await quiz.applyFunnel({ matching: { rules: [rules[1]] } });
      const { body } = await explain('?variantId=D');
      const [variant] = body.variants as Explained[];
      expect([variant?.matched, variant?.tests.every(({ passed }) => passed)]).toEqual([true, true]);
      const isMatched = async () => (await quiz.matches(id)).body.matchedVariants.includes('D');
      await until('the change is in force', isMatched, scaleTimeout(2_000));
    });

    it("is 404 for another company's analysis, an unknown and an erased one, and 400 for another query", async () => {
      const stranger = await createQuiz(system(), 'explained-stranger', {});
      const erased = (await quiz.create(contact)).body.id;
      await quiz.call('DELETE', `/analyses/${erased}`);
      const answers = [
        await explain('?variantId=A', id, stranger),
        await explain('?variantId=A', 'unknown'),
        await explain('?variantId=A', erased),
      ];
      for (const { status, body } of answers) {
        expect([status, body.error, body.message]).toEqual([404, 'NOT_FOUND', 'No analysis with this id.']);
      }
      for (const query of ['', '?variantid=A', '?variantId=A&locale=de']) {
        expect((await explain(query)).body.error, query).toBe('INVALID_QUERY');
      }
    });

    it('svc explain prints the sentences in the language of the company', async () => {
      const { origin, platformToken } = system();
      const argv = [
        join(root, 'tools/svc.mjs'),
        'explain',
        id,
        '--variant',
        'B',
        '--variant',
        'C',
        '--company',
        'explained',
      ];
      const child = spawn(process.execPath, argv, {
        cwd: temporaryDirectory(),
        env: { PATH: process.env.PATH, SVC_URL: origin, PLATFORM_TOKEN: platformToken },
      });
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
      expect(out).toContain(
        '  - Die Antwort "dry" auf „Question 1“ schließt texture:gel aus; die Variante hat diese Tags.\n',
      );
      expect(out).toContain('C passt und steht auf Platz 1 von ');
      expect(out).toContain('Die Regel „first“ setzt die Variante an den Anfang.');
    });
  });
}

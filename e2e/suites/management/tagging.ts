import { beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, createQuiz, picks, type Quiz, question, type System } from '../../support/quiz.js';

/** docs/management.md "Tagging". */
export function tagging(system: () => System): void {
  describe('operations on tags', () => {
    let quiz: Quiz;
    const change = (...operations: object[]) => quiz.call('PATCH', '/tagging', { operations });
    const add = (id: string, ...tags: string[]) => ({ kind: 'variant', id, add: tags });
    const stored = async () => (await quiz.call('GET', '/blueprint')).body.tagging;
    const versions = async () => (await quiz.call('GET', '/settings/versions')).body.data;

    beforeAll(async () => {
      quiz = await createQuiz(system(), 'tagging', {
        catalog: buildCatalog({ V1: ['skin:oily'], V2: ['skin:oily'], V3: ['skin:oily'] }),
        steps: [question(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } })],
      });
    });

    it('change what shoppers see next, and can be rolled back', async () => {
      expect(await quiz.match(picks({ 1: 'dry' }))).toEqual([]);
      const answer = await change(add('V2', 'skin:dry'), { kind: 'product', id: 'P-V3', add: ['skin:dry'] });
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          settingsVersion: expect.any(Number),
          previousVersion: expect.any(Number),
          applied: 2,
          withoutEffect: 0,
          warnings: [],
        },
      ]);
      expect(answer.body.settingsVersion).toBe(answer.body.previousVersion + 1);
      expect(await quiz.match(picks({ 1: 'dry' }))).toEqual(['V2', 'V3']);
      const [inForce] = await versions();
      expect(inForce).toMatchObject({ version: answer.body.settingsVersion, changed: ['tagging'], inForce: true });
      expect((await change({ kind: 'variant', id: 'V2', remove: ['skin:dry'] })).body.applied).toBe(1);
      expect(await quiz.match(picks({ 1: 'dry' }))).toEqual(['V3']);
      await quiz.call('POST', '/settings/rollback', { version: answer.body.settingsVersion });
      expect(await quiz.match(picks({ 1: 'dry' }))).toEqual(['V2', 'V3']);
    });

    it('are in the tag matrix, with the tags of the catalog', async () => {
      const { status, body } = await quiz.call('GET', '/tag-matrix?namespace=skin&query=v2');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        tags: ['skin:dry', 'skin:oily'],
        products: { id: ['P-V2'], name: ['P-V2'], tags: [[]] },
        variants: { id: ['V2'], product: [0], available: '1', tags: [[0]], catalogTags: [[1]] },
        variantTotal: 1,
      });
      expect((await quiz.call('GET', '/tag-matrix?funnel=tagging')).body.variantTotal).toBe(3);
    });

    it('are listed with the places that name them', async () => {
      const { status, body } = await quiz.call('GET', '/tags?query=skin:dry');
      expect([status, body.nextCursor]).toEqual([200, null]);
      expect(body.data).toHaveLength(1);
      expect(body.data[0]).toMatchObject({ tag: 'skin:dry', byCatalog: expect.any(Number) });
      expect(body.data[0].variants).toBeGreaterThan(0);
    });

    it('of many callers simultaneously are all kept, and repeated ones change nothing', async () => {
      const before = await stored();
      const callers = Array.from({ length: 8 }, (_, caller) => add(`V${(caller % 3) + 1}`, `caller:${caller}`));
      const answers = await Promise.all(callers.map((operation) => change(operation)));
      expect(answers.map(({ status, body }) => [status, body.applied])).toEqual(callers.map(() => [200, 1]));
      const tags = Object.values((await stored()).variants as Record<string, string[]>).flat();
      for (let caller = 0; caller < 8; caller++) expect(tags).toContain(`caller:${caller}`);
      const again = await change(...callers);
      expect(again.body).toMatchObject({ applied: 0, withoutEffect: 8 });
      expect(again.body.settingsVersion).toBe(again.body.previousVersion);
      await change(...callers.map(({ id, add: tags }) => ({ kind: 'variant', id, remove: tags })));
      expect(await stored()).toEqual(before);
    });

    it('name ids that the catalog does not have, and change nothing if one is malformed', async () => {
      const { body } = await change(add('V1', 'finish:matte'), add('V9', 'finish:matte'));
      expect(body.warnings).toEqual([
        { path: '/operations/1/id', message: 'The catalog has no variant with this id yet.' },
      ]);
      const before = await stored();
      const refused = await change(add('V1', 'finish:dewy'), add('V2', 'dewy'));
      expect([refused.status, refused.body.details[0].path]).toEqual([400, '/operations/1/add/0']);
      expect(await stored()).toEqual(before);
    });
  });
}

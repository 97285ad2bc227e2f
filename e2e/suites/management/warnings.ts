import { describe, expect, it } from 'vitest';
import { buildCatalog, createQuiz, question, rule, type System } from '../../support/quiz.js';

/** "Nothing is dropped in silence": what an apply accepts although it does nothing yet. */
export function warnings(system: () => System): void {
  const catalog = buildCatalog({ V1: ['concern:dryness'], V2: { tags: [], productTags: ['texture:rich'] } });

  describe('the warnings of an apply', () => {
    it('point at tags that nothing carries, with what was likely meant, and at unknown ids', async () => {
      const quiz = await createQuiz(system(), 'warned', { catalog });
      const answer = await quiz.apply({
        tagging: { products: { P9: ['line:new'] } },
        sets: [{ key: 's', name: 'Set', variantId: 'V3', variants: [{ id: 'V1' }] }],
        funnels: [
          {
            subdomain: 'warned',
            assortment: { tags: ['texture:rich', 'concern:dryness', 'line:new'] },
            matching: { rules: [rule('r', { boost: { tags: ['texure:rich'], productIds: ['P-V2'], by: 0.2 } })] },
            published: { steps: [question(1, { dry: { prefer: ['concern:drynes'] } })] },
          },
        ],
      });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.warnings).toEqual([
        { path: '/tagging/products/P9', message: 'The catalog has no product with this id yet.' },
        { path: '/sets/0/variantId', message: 'The catalog has no variant with this id yet.' },
        {
          path: '/funnels/0/assortment/tags/2',
          message: 'Nothing in the catalog carries "line:new" yet.',
        },
        {
          path: '/funnels/0/matching/rules/0/then/boost/tags/0',
          message: 'Nothing in the catalog carries "texure:rich"; did you mean "texture:rich"?',
        },
        {
          path: '/funnels/0/published/steps/0/selections/0/tags/prefer/0',
          message: 'Nothing in the catalog carries "concern:drynes"; did you mean "concern:dryness"?',
        },
      ]);
    });

    it('are returned again by an apply that changes nothing, and end with the import that brings the tag', async () => {
      const quiz = await createQuiz(system(), 'rewarned', { catalog });
      const blueprint = {
        funnels: [{ subdomain: 'rewarned', assortment: { tags: ['concern:dryness', 'brand:new'] } }],
      };
      const first = (await quiz.apply(blueprint)).body;
      const second = (await quiz.apply(blueprint)).body;
      expect([second.changed, second.warnings]).toEqual([[], first.warnings]);
      expect(second.warnings).toHaveLength(1);
      const csv = 'id;name;url;price;tags\nN1;New;https://shop.example/n;1;brand:new|concern:dryness\n';
      expect((await quiz.call('POST', '/catalog/imports?wait=true', csv, 'text/csv')).body.state).toBe('SUCCEEDED');
      expect((await quiz.apply(blueprint)).body.warnings).toEqual([]);
    });

    it('name a rule that has no effect until the draft is published', async () => {
      const quiz = await createQuiz(system(), 'waiting', { catalog, steps: [question(1, { a: {} })] });
      const { body } = await quiz.applyFunnel({
        matching: { rules: [rule('r', { pin: { variantIds: ['V1'] } }, { when: { step: 2, answered: true } })] },
        draft: { steps: [question(1, { a: {} }), question(2, { b: {} })] },
      });
      expect(body.warnings).toEqual([
        { path: '/funnels/0/matching/rules/0/when/step', message: expect.stringMatching(/^Only the draft has step 2/) },
      ]);
    });

    it('name rules that lose their step although the file does not name them', async () => {
      const quiz = await createQuiz(system(), 'losing', {
        catalog,
        steps: [question(1, { a: {} }), question(2, { b: {} })],
      });
      await quiz.applyFunnel({
        matching: { rules: [rule('lost', { pin: { variantIds: ['V1'] } }, { when: { step: 2, in: ['b'] } })] },
      });
      const { body } = await quiz.applyFunnel({ published: { steps: [question(1, { a: {} })] } });
      expect(body.changed).toEqual(['funnels/losing/published']);
      expect(body.warnings).toEqual([
        { path: '/funnels/0/published', message: expect.stringMatching(/^The rule "lost", .* no step 2/) },
      ]);
    });

    it('a rule that names a step which no version has is no warning but refused', async () => {
      const quiz = await createQuiz(system(), 'refused', { catalog, steps: [question(1, { a: {} })] });
      const answer = await quiz.applyFunnel({
        matching: { rules: [rule('r', { pin: { variantIds: ['V1'] } }, { when: { step: 2, answered: true } })] },
      });
      expect([answer.status, answer.body.details]).toMatchObject([
        400,
        [{ path: '/funnels/0/matching/rules/0/when/step' }],
      ]);
    });

    it('a key that JSON gives twice is refused with its pointer', async () => {
      const quiz = await createQuiz(system(), 'twice', { catalog });
      const answer = await quiz.call('PUT', '/blueprint', '{"funnels":[{"subdomain":"twice","name":"a","name":"b"}]}');
      expect([answer.status, answer.body.error, answer.body.details]).toEqual([
        400,
        'INVALID_BLUEPRINT',
        [{ path: '/funnels/0/name', message: 'This key is given twice; keep one.' }],
      ]);
    });
  });
}

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { send } from '../../support/http.js';
import { buildCatalog, createQuiz, picks, question, rule, type System } from '../../support/quiz.js';
import { admin } from '../../support/services.js';

/** docs/management.md "Exporting": what apply would accept, so that a company can be exported, kept and re-applied. */
export function exporting(system: () => System): void {
  const steps = [
    question(1, { dry: { prefer: ['skin:dry'] }, oily: {} }, { key: 'skin' }),
    question(2, { a: {} }, { showWhen: { step: 1, in: ['dry'] } }),
    { id: 3, type: 'HAIR_COLOR' },
  ];
  const rich = {
    catalog: buildCatalog({ A: ['skin:dry'], B: { product: 'P', available: false }, KIT: [] }),
    steps,
    matching: { rules: [rule('r', { pin: { tags: ['skin:dry'] } }, { when: { step: 1, in: ['dry'] } })] },
    resultPage: { tabs: [{ key: 'T', name: 'T', select: { sets: ['kit'], tags: ['skin:dry'] } }] },
    company: {
      language: 'de-AT',
      currency: 'CHF',
      domains: ['shop.example'],
      tagging: { products: { P: ['a:b'] } },
      sets: [{ key: 'kit', name: 'Kit', variantId: 'KIT', variants: [{ id: 'A' }] }],
    },
  };
  const exported = async (handle: string) =>
    (await admin(system().origin, system().platformToken).call('GET', `/companies/${handle}/blueprint`)).body;

  describe('export', () => {
    it('applied again changes nothing, as JSON and as YAML', async () => {
      const quiz = await createQuiz(system(), 'export', rich);
      await quiz.applyFunnel({ draft: { steps: [question(9, { z: {} })] } });
      await quiz.apply({ settings: { defaultFunnel: 'export' } });
      expect((await quiz.apply(await exported('export'))).body.changed).toEqual([]);
      const yaml = await send(system().origin, '/api/admin/v1/companies/export/blueprint', {
        headers: { authorization: `Bearer ${system().platformToken}`, accept: 'application/yaml' },
      });
      expect(yaml.headers['content-type']).toMatch(/^application\/yaml/);
      expect(parse(yaml.text)).toEqual(await exported('export'));
      expect((await quiz.call('PUT', '/blueprint', yaml.text, 'application/yaml')).body.changed).toEqual([]);
    });

    it('makes an equal company under another handle, whose matches are the same', async () => {
      const quiz = await createQuiz(system(), 'original', rich);
      const file = await exported('original');
      const copy = {
        ...file,
        handle: 'copied',
        companyKey: null,
        funnels: file.funnels.map((funnel: object) => ({ ...funnel, subdomain: 'copied' })),
      };
      const copied = await createQuiz(system(), 'copied', { company: copy });
      const answers = picks({ 1: 'dry' });
      expect(await copied.match(answers)).toEqual(await quiz.match(answers));
      const { handle, companyKey, funnels, ...same } = file;
      expect(await exported('copied')).toMatchObject(same);
    });

    it('brings back a former state', async () => {
      const quiz = await createQuiz(system(), 'rollback', rich);
      const kept = await exported('rollback');
      await quiz.apply({ name: 'Other', catalog: buildCatalog({ Z: [] }), tagging: null });
      await quiz.applyFunnel({ published: { steps: [question(1, { dry: {} })] }, matching: null });
      const back = await quiz.apply(kept);
      expect(back.status, back.text).toBe(200);
      expect(back.body.changed).toEqual([
        'name',
        'tagging',
        'catalog',
        'funnels/rollback/matching',
        'funnels/rollback/published',
      ]);
      expect((await quiz.apply(kept)).body.changed).toEqual([]);
    });

    it('holds an imported catalog, and applying it changes nothing', async () => {
      const quiz = await createQuiz(system(), 'export-import', rich);
      const csv = 'id,name,url,price,color,availability\nX1,Shade,https://shop.example/x,9.90,#AABBCC,out_of_stock\n';
      await quiz.call('POST', '/catalog/imports?wait=true', csv, 'text/csv');
      const file = await exported('export-import');
      expect(file.catalog.products).toHaveLength(1);
      expect((await quiz.apply(file)).body.changed).toEqual([]);
    });

    it('can be applied after steps and sets went that rules and tabs still name', async () => {
      const quiz = await createQuiz(system(), 'dangling', rich);
      const change = await quiz.apply({
        sets: [],
        funnels: [{ subdomain: 'dangling', published: { steps: [question(5, { new: {} })] } }],
      });
      // Either the change is refused, or what is then exported can be applied.
      if (change.status === 200) {
        const again = await quiz.apply(await exported('dangling'));
        expect([again.status, again.body.changed], again.text).toEqual([200, []]);
      } else expect(change.body.error).toBe('INVALID_BLUEPRINT');
    });
  });
}

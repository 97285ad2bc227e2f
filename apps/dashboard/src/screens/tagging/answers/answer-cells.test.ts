import { describe, expect, it } from 'vitest';
import { GridModel } from '../grid/grid-model.js';
import { type AnsweredQuestion, createAnswerColumns } from './answer-cells.js';

const TAGS = ['skin:dry', 'skin:oily', 'fit:rich', 'free:oil'];

/** One product, and a variant for each list of tags. */
const createModel = (...variants: string[][]) =>
  new GridModel({
    settingsVersion: 1,
    catalogVersion: 1,
    tags: TAGS,
    tagTotal: TAGS.length,
    variantTotal: variants.length,
    products: { id: ['P'], name: ['Balm'], image: [null], tags: [[]], catalogTags: [[]] },
    variants: {
      id: variants.map((_, at) => `V${at}`),
      product: variants.map(() => 0),
      name: variants.map((_, at) => `Shade ${at}`),
      color: variants.map(() => null),
      available: '1'.repeat(variants.length),
      tags: variants.map(() => []),
      catalogTags: variants.map((tags) => tags.map((tag) => TAGS.indexOf(tag))),
    },
  } as unknown as ConstructorParameters<typeof GridModel>[0]);

const tags = (more: object) => ({ require: [], prefer: [], avoid: [], ...more });
const skin: AnsweredQuestion = {
  isStrict: false,
  options: [
    { key: 'dry', tags: tags({ require: ['skin:dry'] }) },
    { key: 'oily', tags: tags({ require: ['skin:oily'], avoid: ['fit:rich'] }) },
    { key: 'rich', tags: tags({ prefer: ['fit:rich'] }) },
    { key: 'any', tags: tags({}) },
  ],
};
const listEffects = (model: GridModel, question: AnsweredQuestion, row: number) => {
  const { columns, getEffect } = createAnswerColumns(model, question);
  return columns.map((column) => getEffect(row, column));
};

describe('what an answer does to a variant by its tags (docs/dashboard.md Y70.1, docs/matching.md M5.3, M5.4)', () => {
  const model = createModel(['skin:dry', 'fit:rich'], ['skin:oily'], []);

  it('keeps what has a required tag, filters what has that of another option, and puts what is preferred first', () => {
    expect(listEffects(model, skin, 1)).toEqual(['REQUIRED', 'AVOIDED', 'PREFERRED', 'NONE']);
    expect(listEffects(model, skin, 2)).toEqual(['FILTERED', 'REQUIRED', 'NONE', 'NONE']);
  });

  it('does not filter a variant without a statement, unless the question is strict', () => {
    expect(listEffects(model, skin, 3)).toEqual(['NONE', 'NONE', 'NONE', 'NONE']);
    expect(listEffects(model, { ...skin, isStrict: true }, 3)).toEqual(['FILTERED', 'FILTERED', 'NONE', 'NONE']);
  });

  it('follows changes that are not saved, and tags of the product', () => {
    const changed = createModel([], []);
    const [dry] = createAnswerColumns(changed, skin).columns;
    changed.write([[0, dry?.editable as number, true]]);
    expect(listEffects(changed, skin, 1)).toEqual(['REQUIRED', 'FILTERED', 'NONE', 'NONE']);
  });

  it('a cell edits a tag only where it is all that the option says, also one that no product has yet (Y70.2)', () => {
    const options = [...skin.options, { key: 'new', tags: tags({ prefer: ['finish:matte'] }) }];
    const { columns } = createAnswerColumns(createModel([]), { ...skin, options });
    expect(columns.map(({ editable }) => editable)).toEqual([0, undefined, 2, undefined, 4]);
  });
});

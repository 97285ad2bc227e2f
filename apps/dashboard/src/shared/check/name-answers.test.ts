import { expect, it } from 'vitest';
import { createAnswerNames } from './name-answers.js';

const selections = [{ key: 'dry', caption: { default: 'Dry', de: 'Trocken' } }, { key: 'oily' }];
const step = {
  id: 1,
  key: 'skin',
  type: 'SINGLE_SELECTION' as const,
  title: { default: 'Skin?', de: 'Haut?' },
  selections,
};

it('a check names questions and options by their texts, and what there is no text of by its key (docs/dashboard.md Y14.2)', () => {
  const names = createAnswerNames([step as never], 'de-AT');
  expect([names.question(1, 'skin'), names.option(1, 'DRY')]).toEqual(['Haut?', 'Trocken']);
  expect(names.option(1, 'oily')).toBe('oily');
  expect([names.question(null, 'colorType'), names.option(null, 'TRUE_AUTUMN')]).toEqual(['colorType', 'TRUE_AUTUMN']);
  expect([names.question(7, 'gone'), names.option(7, 'x')]).toEqual(['gone', 'x']);
});

import { expect, it } from 'vitest';
import { recaptionOption, renameOption, toKey } from '../../../shared/edit/model/change-steps.js';
import type { Option, Step } from '../../../shared/edit/model/steps.js';
import { countMissing, listLanguages } from '../../../shared/texts-of-steps.js';
import { copyMissing, isLanguage } from './languages.js';

const option: Option = {
  ...{ key: 'option', caption: {}, formerKeys: [], tags: { require: [], prefer: [], avoid: [] } },
};
const step: Step = {
  ...{ id: 1, key: 'skin', type: 'SINGLE_SELECTION', title: { default: 'Skin', de: 'Haut' }, formerIds: [] },
  ...{
    required: true,
    strict: false,
    showWhen: null,
    settings: { description: { default: 'Choose', fr: 'Choisissez' } },
  },
  selections: [{ ...option, caption: { default: 'Dry', de: '' } }, option],
};

it('texts that are missing in a language are counted, and those without a default are not (docs/dashboard.md Y15.10)', () => {
  expect(listLanguages([step])).toEqual(['de', 'fr']);
  expect([countMissing([step], 'de'), countMissing([step], 'fr')]).toEqual([2, 2]);
  expect(countMissing(copyMissing([step], 'de'), 'de')).toBe(0);
  expect(copyMissing([step], 'de')[0]?.title.de).toBe('Haut');
  expect([isLanguage('de-CH'), isLanguage('default language'), isLanguage('')]).toEqual([true, false, false]);
});

it('the key of a new option follows its caption until the user chooses one; that of a known option never does (docs/dashboard.md Y15.7)', () => {
  const typed = recaptionOption(option, 'default', 'Très sèche', [], false);
  expect(typed).toMatchObject({ key: 'tres_seche', caption: { default: 'Très sèche' } });
  expect(recaptionOption(typed, 'default', 'Dry', ['dry'], false).key).toBe('dry_2');
  expect(recaptionOption({ ...typed, key: 'own' }, 'default', 'Dry', [], false).key).toBe('own');
  expect(recaptionOption(typed, 'default', 'Dry', [], true).key).toBe('tres_seche');
  expect(recaptionOption(typed, 'de', 'Trocken', [], false)).toMatchObject({ key: 'tres_seche' });
  expect(toKey('--')).toBe('');
});

it('a renamed option lists the key that answers have, once, and forgets it when it gets it back (docs/dashboard.md Y15.7)', () => {
  const known = { ...option, key: 'a' };
  expect(renameOption(known, 'b', false).formerKeys).toEqual([]);
  const renamed = renameOption(known, 'b', true);
  expect(renamed).toMatchObject({ key: 'b', formerKeys: ['a'] });
  expect(renameOption(renamed, 'a', true)).toMatchObject({ key: 'a', formerKeys: ['b'] });
});

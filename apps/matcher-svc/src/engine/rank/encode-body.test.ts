import type { PresentedMatch, Tab } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { compileTexts } from '../structures/text-table.js';
import { seededRandom } from '../testing/random.js';
import { encodeBody, encodePresentedMatch } from './encode-body.js';

const language = { locale: undefined, companyLanguage: 'en' };
const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
const tab: Tab = {
  key: 'FACE',
  name: { default: 'Face', de: 'Gesicht' },
  description: { en: 'For the "face"' },
  maxItemsToShow: 6,
  enabled: true,
  select: { tags: [], productIds: [], sets: [] },
};

describe('encodeBody (docs/contract.md C12)', () => {
  it('writes ids of any length and script as JSON would (docs/contract.md C12.1)', () => {
    const random = seededRandom(4);
    const alphabet = ['a', 'Z', '0', '"', '\\', 'ü', '💄', '/', '\u0001', ' '];
    for (let round = 0; round < 200; round += 1) {
      const ids = Array.from(
        { length: random.below(12) },
        (_, index) => `${index}${Array.from({ length: random.below(9) }, () => random.pick(alphabet)).join('')}`,
      );
      const matched = Uint32Array.from(random.some([...ids.keys()], ids.length));
      const expected = { matchedVariants: Array.from(matched, (ordinal) => ids[ordinal]) };
      const body = encodeBody(compileTexts(ids), { matched, tabs: null }, language);
      expect(new TextDecoder().decode(body)).toBe(JSON.stringify(expected));
    }
  });

  it('lists tabs with localized texts, the company language being the fallback; no description without one (docs/contract.md C12.3; docs/matching.md M8.5)', () => {
    const variants = compileTexts(['a', 'b']);
    const tabs = [
      { tab, variants: Uint32Array.of(1, 0) },
      { tab: { ...tab, key: 'LIPS', description: null, maxItemsToShow: null }, variants: new Uint32Array(0) },
    ];
    const matched = Uint32Array.of(1, 0);
    expect(decode(encodeBody(variants, { matched, tabs }, { locale: 'de-AT', companyLanguage: 'en' }))).toEqual({
      matchedVariants: ['b', 'a'],
      tabs: [
        { key: 'FACE', name: 'Gesicht', description: 'For the "face"', maxItemsToShow: 6, variants: ['b', 'a'] },
        { key: 'LIPS', name: 'Gesicht', variants: [] },
      ],
    });
    expect(decode(encodeBody(variants, { matched, tabs: [] }, language))).toEqual({
      matchedVariants: ['b', 'a'],
      tabs: [],
    });
  });
});

describe('encodePresentedMatch (docs/results.md)', () => {
  const variants = compileTexts(['a', 'b']);
  const matched = Uint32Array.of(1, 0);

  it('writes the match with its tabs, exactly as JSON would', () => {
    const tabs = [{ tab, variants: Uint32Array.of(0) }];
    const expected: PresentedMatch = {
      resultPage: true,
      variants: ['b', 'a'],
      tabs: [{ key: 'FACE', name: 'Face', description: 'For the "face"', maxItemsToShow: 6, variants: ['a'] }],
    };
    const body = encodePresentedMatch(variants, { matched, tabs, resultPage: true }, language);
    expect(new TextDecoder().decode(body)).toBe(JSON.stringify(expected));
  });

  it('has an empty list of tabs without a result page', () => {
    const expected: PresentedMatch = { resultPage: false, variants: ['b', 'a'], tabs: [] };
    const body = encodePresentedMatch(variants, { matched, tabs: null, resultPage: false }, language);
    expect(new TextDecoder().decode(body)).toBe(JSON.stringify(expected));
  });
});

import { describe, expect, it } from 'vitest';
import { keepPreviewed, readPreviewed } from './previewed-answers.js';

const createStorage = (content?: string) => {
  const items = new Map(content === undefined ? [] : [['previewed glow beauty', content]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
};
const shopper = {
  answers: { selectionValues: [{ stepId: 1, selectedKey: 'dry' }], hairColor: 'BROWN' as const },
  ...{ hasSelfie: false, hasContact: true, colorType: 'TRUE_AUTUMN' },
};

describe('answers of the preview (docs/dashboard.md Y24.1)', () => {
  it('are kept for each funnel', () => {
    const storage = createStorage();
    keepPreviewed('glow', 'beauty', shopper, storage);
    expect(readPreviewed('glow', 'beauty', storage)).toEqual(shopper);
    expect(readPreviewed('glow', 'hair', storage)).toBeUndefined();
    expect(readPreviewed('other', 'beauty', storage)).toBeUndefined();
  });

  it('are none while nothing was answered', () => {
    const storage = createStorage();
    const nothing = { ...shopper, answers: { selectionValues: [] }, hasContact: false };
    keepPreviewed('glow', 'beauty', nothing, storage);
    expect(readPreviewed('glow', 'beauty', storage)).toBeUndefined();
  });

  it.each(['{', 'null', '[]', '{"answers":5}', '{"answers":{"selectionValues":"dry"}}'])(
    'are none where %s is stored',
    (content) => {
      expect(readPreviewed('glow', 'beauty', createStorage(content))).toBeUndefined();
    },
  );

  it('need no storage', () => {
    const refuse = () => {
      throw new Error('refused');
    };
    expect(() => keepPreviewed('glow', 'beauty', shopper, { setItem: refuse })).not.toThrow();
    expect(readPreviewed('glow', 'beauty', { getItem: refuse })).toBeUndefined();
  });
});

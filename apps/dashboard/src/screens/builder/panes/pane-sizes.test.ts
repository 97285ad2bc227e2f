import { describe, expect, it } from 'vitest';
import { DEFAULT_SIZES, PANE_LIMITS, readSizes, resizeByKey, storeSizes } from './pane-sizes.js';

const createStorage = (content?: string) => {
  const items = new Map(content === undefined ? [] : [['builder panes ada', content]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
};

describe('sizes of the panes of the builder (docs/dashboard.md Y71.1)', () => {
  it('follow the separator by keys, within their limits', () => {
    expect(resizeByKey('steps', 14, 'ArrowRight')).toBe(15);
    expect(resizeByKey('steps', 14, 'ArrowLeft')).toBe(13);
    // The separator of the preview is at its start.
    expect(resizeByKey('preview', 22, 'ArrowRight')).toBe(21);
    expect(resizeByKey('steps', PANE_LIMITS.steps.max, 'ArrowRight')).toBe(PANE_LIMITS.steps.max);
    expect(resizeByKey('preview', 30, 'Home')).toBe(PANE_LIMITS.preview.min);
    expect(resizeByKey('preview', 30, 'End')).toBe(PANE_LIMITS.preview.max);
    expect(resizeByKey('preview', 30, 'Enter')).toBe(DEFAULT_SIZES.preview);
    expect(resizeByKey('preview', 30, 'Tab')).toBeUndefined();
  });

  it('are remembered for each user', () => {
    const storage = createStorage();
    storeSizes('ada', { steps: 18, preview: 30 }, storage);
    expect(readSizes('ada', storage)).toEqual({ steps: 18, preview: 30 });
    expect(readSizes('grace', storage)).toEqual(DEFAULT_SIZES);
  });

  it.each(['{', 'null', '[]', '{"steps":"wide","preview":null}'])(
    'are the usual ones where %s is stored',
    (content) => {
      expect(readSizes('ada', createStorage(content))).toEqual(DEFAULT_SIZES);
    },
  );

  it('are brought into their limits, and need no storage', () => {
    expect(readSizes('ada', createStorage('{"steps":900,"preview":-1}'))).toEqual({ steps: 26, preview: 18 });
    const refusing = {
      getItem: () => {
        throw new Error('refused');
      },
      setItem: () => {
        throw new Error('refused');
      },
    };
    expect(readSizes('ada', refusing)).toEqual(DEFAULT_SIZES);
    expect(() => storeSizes('ada', DEFAULT_SIZES, refusing)).not.toThrow();
  });
});

import { describe, expect, it } from 'vitest';
import { createKeyReader } from './keys.js';

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, modifiers: Partial<typeof plain> = {}) => ({ key, ...plain, ...modifiers });

describe('keys that work everywhere (docs/dashboard.md Y5.5)', () => {
  it.each([
    ['Control', { ctrlKey: true }],
    ['Command', { metaKey: true }],
  ])('%s with K searches and with S saves, also while the user types', (_, modifiers) => {
    const read = createKeyReader();
    expect(read(press('k', modifiers), false, 0)).toBe('SEARCH');
    expect(read(press('S', modifiers), false, 0)).toBe('SAVE');
    expect(read(press('k', { ...modifiers, altKey: true }), false, 0)).toBeUndefined();
  });

  it('g and a letter open a screen, if the letter follows soon', () => {
    const read = createKeyReader();
    expect(read(press('g'), true, 0)).toBeUndefined();
    expect(read(press('p'), true, 500)).toEqual({ goTo: 'PRODUCTS' });
    expect(read(press('p'), true, 600)).toBeUndefined();
    read(press('g'), true, 1_000);
    expect(read(press('f'), true, 9_000)).toBeUndefined();
    read(press('g'), true, 10_000);
    read(press('x'), true, 10_100);
    expect(read(press('f'), true, 10_200)).toBeUndefined();
  });

  it('? shows the keys; Shift, which it needs, ends no sequence', () => {
    const read = createKeyReader();
    read(press('g'), true, 0);
    read(press('Shift'), true, 10);
    expect(read(press('f'), true, 20)).toEqual({ goTo: 'FUNNELS' });
    expect(read(press('?'), true, 30)).toBe('HELP');
  });

  it('letters mean nothing while the user types, or where they are switched off', () => {
    const read = createKeyReader();
    expect(read(press('?'), false, 0)).toBeUndefined();
    read(press('g'), false, 0);
    expect(read(press('f'), true, 10)).toBeUndefined();
  });
});

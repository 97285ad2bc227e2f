import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepTyped, rebase } from './rebase.js';

const base = { name: 'Glow', language: 'en' };

describe('edits of two users (docs/dashboard.md Y8.2)', () => {
  it('of different fields are both kept', () => {
    expect(rebase(base, { ...base, name: 'Mine' }, { ...base, language: 'de' })).toEqual({
      merged: { name: 'Mine', language: 'de' },
      conflicts: [],
    });
  });

  it('of one field to different values are a conflict, in which nothing is lost', () => {
    expect(rebase(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' })).toEqual({
      merged: { name: 'Mine', language: 'en' },
      conflicts: ['name'],
    });
  });

  it('of one field to the same value are no conflict', () => {
    const both = { ...base, name: 'Both' };
    expect(rebase(base, both, both)).toEqual({ merged: both, conflicts: [] });
  });

  it('without conflict give the same result in either order', () => {
    const values = fc.record({
      a: fc.constantFrom('1', '2'),
      b: fc.constantFrom('1', '2'),
      c: fc.constantFrom('1', '2'),
    });
    fc.assert(
      fc.property(values, values, values, (before, one, other) => {
        const first = rebase(before, one, other);
        const second = rebase(before, other, one);
        expect(first.conflicts).toEqual(second.conflicts);
        if (first.conflicts.length === 0) expect(first.merged).toEqual(second.merged);
      }),
    );
  });
});

describe('what is typed while a save runs (docs/dashboard.md Y40.4)', () => {
  const sent = { name: 'Mine', language: 'en' };
  const saved = { name: 'Mine', language: 'de' };

  it('stays as a change of what was saved', () => {
    expect(keepTyped(sent, { ...sent, name: 'Mine too' }, saved)).toEqual({
      base: saved,
      mine: { name: 'Mine too', language: 'de' },
    });
  });

  it('is nothing when the fields say what was sent', () => {
    expect(keepTyped(sent, { ...sent }, saved)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { option, step } from '../../testing/blueprints.testing.js';
import { isSameContent, toVersion, versionContent } from './version-content.js';

const renamed = (key: string, formerKeys: string[]) => [step(1, { selections: [option(key, { formerKeys })] })];

describe('versionContent', () => {
  it('carries the histories of the published version, so that a chain of renames keeps working', () => {
    const first = versionContent(renamed('a', []), undefined);
    const second = versionContent(renamed('b', ['a']), first.steps);
    const third = versionContent(renamed('c', ['b']), second.steps);
    expect(third.steps[0]?.selections[0]?.formerKeys).toEqual(['b', 'a']);
  });

  it('is the same whatever the order of keys, of steps and of former keys', () => {
    const given = [step(1), step(2, { selections: [option('a', { formerKeys: ['x', 'y'] })] })];
    const turned = given.map((one) => Object.fromEntries(Object.entries(one).reverse()) as never).reverse();
    const version = toVersion(versionContent(given, undefined), 1);
    expect(isSameContent(version, versionContent(turned, undefined))).toBe(true);
    const swapped = [step(1), step(2, { selections: [option('a', { formerKeys: ['Y', 'x'] })] })];
    expect(isSameContent(version, versionContent(swapped, undefined))).toBe(true);
  });

  it('is the same when the file repeats what it gave, although the stored histories are longer', () => {
    const before = versionContent(renamed('b', ['a']), undefined);
    const file = renamed('c', ['b']);
    const current = toVersion(versionContent(file, before.steps), 2);
    expect(current.steps[0]?.selections[0]?.formerKeys).toEqual(['b', 'a']);
    expect(isSameContent(current, versionContent(file, current.steps))).toBe(true);
    expect(isSameContent(current, versionContent(current.steps, current.steps))).toBe(true);
  });

  it('differs in anything else', () => {
    const version = toVersion(versionContent([step(1)], undefined), 1);
    for (const other of [[], [step(1, { required: false })], [step(1, { title: { default: 'Other' } })]]) {
      expect(isSameContent(version, versionContent(other, version.steps))).toBe(false);
    }
    expect(isSameContent(null, versionContent([step(1)], undefined))).toBe(false);
  });
});

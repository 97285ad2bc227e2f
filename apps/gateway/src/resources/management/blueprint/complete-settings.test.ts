import { completeSettings, type SettingsBlueprint } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { issuesToDetails } from '../../../route/issues-to-details.js';
import { blueprint } from './blueprint.js';

/** Settings with something under every key. */
function buildSettings(): SettingsBlueprint {
  const target = { tags: ['a:b'], productIds: ['P1'], variantIds: ['V1'] };
  const select = { tags: ['a:b'], productIds: ['P1'], sets: ['starter'] };
  const rule = {
    key: 'r',
    when: { all: [{ step: 12, in: ['x'] }, { not: { colorType: ['LIGHT_SPRING'] } }] },
    then: { exclude: target, require: target, boost: { ...target, by: 0.3 }, pin: target },
    from: '2026-10-01',
    until: '2027-03-01',
  };
  const tab = { key: 'T', name: { en: 'T' }, description: { en: 'D' }, maxItemsToShow: 6, enabled: false, select };
  return structuredClone({
    tagging: { products: { P1: ['a:b'] }, variants: { V1: ['a:b'] } },
    sets: [
      { key: 'starter', name: { en: 'S' }, variantId: 'S1', variants: [{ id: 'V1', quantity: 2 }], lift: 'any' },
      { key: 'palette', name: { en: 'P' }, variantId: 'S2', size: 4, products: [{ id: 'P1', max: 4 }] },
    ],
    funnels: [
      {
        subdomain: 'beauty',
        assortment: { tags: ['a:b'], productIds: ['P1'] },
        matching: {
          colorType: { mode: 'prefer', minScore: 0.5 },
          complexion: { mode: 'ignore', depthTolerance: 2 },
          rules: [rule],
          ai: { enabled: true },
        },
        resultPage: { enabled: true, tabs: [tab] },
      },
    ],
  });
}

type Path = readonly (string | number)[];

/** Every key of an object, with those of its members. */
function* listKeys(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, isList ? Number(key) : key];
    if (!isList) yield at;
    yield* listKeys(member, at);
  }
}

function getParent(settings: SettingsBlueprint, path: Path): Record<string, unknown> {
  let parent: unknown = settings;
  for (const key of path.slice(0, -1)) parent = (parent as Record<string | number, unknown>)[key];
  return parent as Record<string, unknown>;
}

describe('settings of an earlier release (docs/adr/0046-releases-are-coordinated-by-funnel-svc.md)', () => {
  const full = buildSettings();
  const optional = [...listKeys(full)].filter((path) => {
    const settings = buildSettings();
    delete getParent(settings, path)[path.at(-1) as string];
    return blueprint.safeParse(settings).success;
  });

  it('are complete with every key', () => {
    expect(completeSettings(full)).toEqual({ settings: full, problems: [] });
    expect(blueprint.parse(full)).toEqual(full);
  });

  it('get the default that a company file gets, for each key that a company file may leave out', () => {
    expect(optional.length).toBeGreaterThan(40);
    for (const path of optional) {
      const settings = buildSettings();
      delete getParent(settings, path)[path.at(-1) as string];
      const expected = blueprint.parse(structuredClone(settings));
      expect(completeSettings(settings), path.join('/')).toEqual({ settings: expected, problems: [] });
    }
  });

  it('may have no key that a company file may not have: each is the same problem, and is left out', () => {
    // Conditions are passed on as they are.
    const paths = [...listKeys(full)].filter((path) => !path.includes('when'));
    const objects = new Map(paths.map((path) => [path.slice(0, -1).join('/'), path.slice(0, -1)]));
    let refused = 0;
    for (const path of objects.values()) {
      const settings = buildSettings();
      getParent(settings, [...path, 'unknown']).unknown = [];
      const problems = issuesToDetails(blueprint.safeParse(settings).error?.issues ?? []);
      // Ids of products and languages are keys of a merchant.
      if (!problems.some(({ message }) => message === 'This key is not known here; it must be corrected or removed.'))
        continue;
      refused += 1;
      expect(completeSettings(settings)).toEqual({ settings: full, problems });
    }
    expect(refused).toBeGreaterThan(15);
  });
});

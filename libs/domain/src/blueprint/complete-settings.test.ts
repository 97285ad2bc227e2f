import { describe, expect, it } from 'vitest';
import { DEFAULT_MATCHING } from '../matching/matching-settings.js';
import { buildBlueprint } from './blueprint.testing.js';
import { completeSettings, type SettingsBlueprint } from './complete-settings.js';

const complete = (stored: object) => completeSettings(stored as SettingsBlueprint);

describe('settings of an earlier release', () => {
  it('that have every key are returned as they are', () => {
    const { tagging, sets } = buildBlueprint();
    expect(complete({ tagging, sets })).toEqual({ settings: { tagging, sets }, problems: [] });
    expect(complete({})).toEqual({ settings: {}, problems: [] });
  });

  it('get defaults for the keys that were added since, on every level', () => {
    const stored = {
      sets: [{ key: 's', name: {}, variantId: 'S', variants: [{ id: 'V' }] }],
      funnels: [
        {
          subdomain: 'beauty',
          matching: { colorType: { mode: 'ignore' } },
          resultPage: { tabs: [{ key: 'T', name: {}, select: { tags: ['a:b'] } }] },
        },
      ],
    };
    const before = JSON.stringify(stored);
    const select = { tags: ['a:b'], productIds: [], sets: [] };
    expect(complete(stored)).toEqual({
      settings: {
        sets: [{ ...stored.sets[0], variants: [{ id: 'V', quantity: 1 }], lift: 'all' }],
        funnels: [
          {
            subdomain: 'beauty',
            matching: { ...DEFAULT_MATCHING, colorType: { ...DEFAULT_MATCHING.colorType, mode: 'ignore' } },
            resultPage: {
              enabled: true,
              tabs: [{ key: 'T', name: {}, description: null, maxItemsToShow: null, enabled: true, select }],
            },
          },
        ],
      },
      problems: [],
    });
    expect(JSON.stringify(stored)).toBe(before);
  });

  it('defaults are copies: a change of one result does not change the next', () => {
    const stored = { funnels: [{ subdomain: 'beauty', matching: {} }] };
    const rule = { key: 'r', then: {} };
    complete(stored).settings.funnels?.[0]?.matching?.rules.push(rule);
    expect(complete(stored).settings.funnels?.[0]?.matching).toEqual(DEFAULT_MATCHING);
  });

  it('keys that this release does not know are problems with pointers, and are left out', () => {
    const stored = { funnels: [{ subdomain: 'beauty', resultPage: { tabs: [{ key: 'T', name: {}, 'a/b': 1 }] } }] };
    const { settings, problems } = complete(stored);
    expect(problems).toEqual([
      {
        path: '/funnels/0/resultPage/tabs/0/a~1b',
        message: 'This key is not known here; it must be corrected or removed.',
      },
    ]);
    expect(settings.funnels?.[0]?.resultPage?.tabs[0]).not.toHaveProperty('a/b');
  });
});

import { describe, expect, it } from 'vitest';
import { compareSettings, isOrder, readPartName, toPlace } from './settings-parts.js';

const funnel = (subdomain: string, rules: { key: string }[]) => ({ subdomain, matching: { rules } });

describe('what a rollback of settings changes (docs/dashboard.md Y14.5)', () => {
  it('names each part that differs, and leaves out those that are the same', () => {
    const present = { tagging: { products: [] }, funnels: [funnel('beauty', [{ key: 'a' }]), funnel('hair', [])] };
    const target = { tagging: { products: [] }, funnels: [funnel('beauty', [{ key: 'b' }]), funnel('hair', [])] };
    const parts = compareSettings(present, target);
    expect(parts.map(({ part }) => part)).toEqual(['funnels/beauty/matching']);
    expect(parts[0]?.differences.map(toPlace)).toEqual(['rules › a', 'rules › b']);
  });

  it('a funnel that was created later, or that is archived, is not changed', () => {
    const [present, target] = [
      { funnels: [funnel('new', [{ key: 'a' }])] },
      { funnels: [funnel('gone', [{ key: 'a' }])] },
    ];
    expect(compareSettings(present, target)).toEqual([]);
  });

  it('a part that is missing is the same as an empty one', () => {
    expect(compareSettings({ sets: [], funnels: [] }, { funnels: [] })).toEqual([]);
  });

  it('a new order of rules is one difference', () => {
    const [present, target] = [
      { funnels: [funnel('beauty', [{ key: 'a' }, { key: 'b' }])] },
      { funnels: [funnel('beauty', [{ key: 'b' }, { key: 'a' }])] },
    ];
    const [part] = compareSettings(present, target);
    expect(part?.differences.map((each) => [toPlace(each), isOrder(each)])).toEqual([['rules', true]]);
  });

  it('reads the names of parts', () => {
    expect(readPartName('sets')).toEqual({ part: 'sets' });
    expect(readPartName('funnels/beauty/resultPage')).toEqual({ part: 'resultPage', subdomain: 'beauty' });
    expect(readPartName('funnels/beauty/unknown')).toBeUndefined();
  });
});

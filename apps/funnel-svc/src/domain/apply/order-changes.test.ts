import { expect, it } from 'vitest';
import { orderChanges } from './order-changes.js';

it('orderChanges lists company keys first, then funnels in file order, each path once', () => {
  const paths = ['funnels/b/draft', 'catalog', 'funnels/b/name', 'name', 'funnels/a/published', 'name'];
  expect(orderChanges(paths, ['b', 'a'])).toEqual([
    'name',
    'catalog',
    'funnels/b/name',
    'funnels/b/draft',
    'funnels/a/published',
  ]);
});

it('orderChanges lists a new funnel once, for everything below it', () => {
  expect(orderChanges(['funnels/a/matching', 'funnels/a'], ['a'])).toEqual(['funnels/a']);
});

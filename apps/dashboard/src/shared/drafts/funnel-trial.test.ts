import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { readText, renderPage, toPages } from '../../testing/render-page.testing.js';
import { FunnelTrial } from './funnel-trial.js';

const parts = { taggingOperations: [{ kind: 'variant' as const, id: 'V6', add: ['skin:dry'], remove: [] }] };
const funnels = [
  { subdomain: 'draft', name: 'Draft', published: null },
  { subdomain: 'quiz', name: 'Quiz', published: { id: 'v-1' } },
];
const found = (...first: { variantId: string; analyses: number }[]) => ({ total: first.length, first });
const report = {
  analyses: { replayed: 480, changed: 12, share: 0.025, newlyEmpty: 3, noLongerEmpty: 0 },
  variants: { gained: found({ variantId: 'V6', analyses: 12 }), lost: found({ variantId: 'V1', analyses: 2 }) },
  tabs: { tabs: [{ key: 'FACE', changed: 4 }] },
};

/** What is shown where these funnels are there, and the newest analyses of one were compared. */
const render = (items: readonly object[], last = 500) =>
  renderPage(createElement(FunnelTrial, { parts, toVariantName: (id: string) => `Shade ${id.slice(1)}` }), {
    areas: ['drafts'],
    data: [
      [['releases', 'glow', 'funnels', false], toPages(items)],
      [['replay', 'glow', 'quiz', { last, ...parts }, undefined], report],
    ],
  }).then(readText);

describe('what shoppers would see with changes that are not saved (docs/dashboard.md Y46.1)', () => {
  it('is of the newest 500 of a published funnel: lists, tabs, and variants by name', async () => {
    const text = await render(funnels);
    for (const sentence of [
      '12 of 480 lists change (2.5%).',
      '3 lists become empty.',
      'The tab FACE changes for 4 shoppers.',
      '1 variant is gained in some list. Shade 6: in 12 analyses',
      '1 variant is lost in some list. Shade 1: in 2 analyses',
    ])
      expect(text).toContain(sentence);
    expect(await render(funnels, 100)).not.toContain('lists change');
  });

  it('is nothing where no funnel is published', async () => {
    expect(await render(funnels.slice(0, 1))).toBe(
      'No funnel is published yet, so there are no shoppers to compare with.',
    );
  });
});

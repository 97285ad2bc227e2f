import type { ProductSet, Tab } from '@svc/domain';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { Catalog, EMPTY_CATALOG } from '../../shared/targets/catalog.js';
import { readText, readTexts, renderPage } from '../../testing/render-page.testing.js';
import { TabForm } from './tab-form.js';

const tab: Tab = {
  ...{ key: 'DRY', name: { default: 'Dry skin', de: 'Trockene Haut' }, description: { de: 'Reichhaltig' } },
  ...{ maxItemsToShow: 4, enabled: true, select: { tags: ['skin:dry'], productIds: ['P1'], sets: ['duo'] } },
};
const sets: ProductSet[] = [{ key: 'duo', name: { default: 'Skin duo' }, variantId: 'V1', variants: [], lift: 'all' }];
const render = (isKnown: boolean) =>
  renderPage(
    createElement(TabForm, {
      ...{ tab, languages: ['de'], catalog: new Catalog(EMPTY_CATALOG.matrix), sets, takenKeys: [], isKnown },
      onChange: () => {},
    }),
    { areas: ['tabs', 'drafts', 'targets'] },
  );

describe('the form of a tab (docs/dashboard.md Y25.1)', () => {
  it('has name and description in every language, what it selects, a number of products, and whether it is shown', async () => {
    const html = await render(true);
    const labels = readTexts(html, 'label');
    expect(labels).toEqual([
      ...['Name', 'Name (de)', 'Description', 'Description (de)'],
      ...['Products with a tag', 'Single products', 'Sets', 'Products to show', 'Shown to shoppers', 'Key'],
    ]);
    for (const value of ['Dry skin', 'Trockene Haut', 'Reichhaltig', '4']) expect(html).toContain(`value="${value}"`);
    expect(readText(html)).toContain('Skin duo');
    expect(html).toContain('checked=""');
  });

  it('sets are chosen and not written here, and variants have no colors here (Y25.4)', async () => {
    const html = await render(true);
    expect(html).toContain('Remove Skin duo');
    expect(html).not.toMatch(/type="color"|Variants in the set/);
  });

  it('before the key of a tab in force is changed, the screen says what else must change (Y25.2)', async () => {
    const warning =
      'The name of the tab in the CRM and in the company file. What reads the present key must be changed';
    expect(readText(await render(true))).toContain(warning);
    expect(readText(await render(false))).not.toContain('must be changed');
  });
});

import { createElement } from 'react';
import { expect, it } from 'vitest';
import { readTexts, renderPage, toPages } from '../../testing/render-page.testing.js';
import { Tags } from './tags.js';

const usage = (tag: string, places: object) => ({
  ...{ tag, products: 1, variants: 2, byCatalog: 0, options: 0, rules: 0, tabs: 0, assortments: 0 },
  ...places,
});
const NO_VARIANT = 'No variant has it';
const UNUSED = 'Nothing asks for it';

/** The rows of the screen: tag, places, note. */
async function readRows(...tags: object[]): Promise<string[][]> {
  const html = await renderPage(createElement(Tags), {
    ...{ areas: ['products'], permissions: ['funnel.publish'] },
    data: [[['catalog', 'glow', 'tags', ''], toPages(tags)]],
  });
  return (html.match(/<tr[\s\S]*?<\/tr>/g) ?? []).slice(1).map((row) => readTexts(row, 'td').slice(0, 8));
}

it('tags that are named and that no variant has are marked, and those that nothing asks for (docs/dashboard.md Y27.2)', async () => {
  const rows = await readRows(
    usage('in:use', { options: 1 }),
    ...(['options', 'rules', 'tabs', 'assortments'] as const).map((place) =>
      usage(`named:${place}`, { products: 0, variants: 0, [place]: 1 }),
    ),
    usage('only:had', {}),
  );
  expect(rows.map((cells) => [cells[0], cells[7]])).toEqual([
    ['in:use', '–'],
    ['named:options', NO_VARIANT],
    ['named:rules', NO_VARIANT],
    ['named:tabs', NO_VARIANT],
    ['named:assortments', NO_VARIANT],
    ['only:had', UNUSED],
  ]);
});

it('the list of tags has the number of places of each (docs/dashboard.md Y27.1)', async () => {
  const places = { products: 3, variants: 40, byCatalog: 5, options: 6, rules: 7, tabs: 8 };
  expect(await readRows(usage('skin:dry', places))).toEqual([['skin:dry', ...['3', '40', '5', '6', '7', '8'], '–']]);
});

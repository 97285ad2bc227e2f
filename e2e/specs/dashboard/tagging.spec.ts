import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createFunnel, createManagement, freshHandle, shot } from '../../support/browser/questionnaire.js';
import { readUnsaved, waitForUnsaved } from '../../support/browser/unsaved.js';
import { send } from '../../support/http.js';

const TAGS = Array.from({ length: 20 }, (_, tag) => `skin:type${tag}`);

/** One question whose options require one tag each. */
const steps = [
  {
    id: 1,
    type: 'SINGLE_SELECTION',
    orderNumber: 0,
    title: 'Your skin?',
    // A variant without one of the tags suits no answer.
    strict: true,
    selections: TAGS.map((tag, orderNumber) => ({
      key: `type${orderNumber}`,
      orderNumber,
      caption: tag,
      tags: { require: [tag], prefer: [], avoid: [] },
    })),
  },
];

/** Products of five variants; the last variant has the first ten tags from the catalog, the last product the others. */
const createCatalog = (variants: number) => ({
  products: Array.from({ length: variants / 5 }, (_, product) => ({
    shopSystemId: `P${product}`,
    name: `Balm ${product}`,
    tags: product === variants / 5 - 1 ? TAGS.slice(10) : [],
    variants: Array.from({ length: 5 }, (__, n) => ({
      shopSystemId: `V${product * 5 + n}`,
      name: `Shade ${product * 5 + n}`,
      available: true,
      tags: product * 5 + n === variants - 1 ? TAGS.slice(0, 10) : [],
    })),
  })),
});

async function createCompany(baseURL: string | undefined, handle: string, variants: number) {
  const funnel = await createFunnel(baseURL, handle, {
    steps,
    company: { catalog: createCatalog(variants), tagging: null },
  });
  const management = createManagement(baseURL);
  return {
    tagging: async () => (await management.call('GET', `/companies/${handle}/blueprint`)).body.tagging,
    change: (operations: object[]) => management.call('PATCH', `/companies/${handle}/tagging`, { operations }),
    /** How many variants no answer leads to. */
    countUnreachable: async () =>
      (await management.call('POST', `/companies/${handle}/funnels/${handle}/check`, {})).body.unreachableVariants
        .total,
    funnel,
  };
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Tags of products and variants' });
const cell = (page: Page, variant: number, tag: string) =>
  grid(page).getByRole('gridcell', { name: new RegExp(`^Shade ${variant}, Balm \\d+; ${tag}:`) });

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((table) => navigator.clipboard.writeText(table), text);
  await page.keyboard.press('Control+v');
}

/** How many operations the browser keeps. */
const countUnsaved = async (page: Page): Promise<number> => (await readUnsaved(page)).flat().length;

test('an editor pastes 500 × 20 tags from a spreadsheet, saves them, and matching follows (docs/dashboard.md Y17)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-tagging');
  const trouble = watchTrouble(page);
  const company = await createCompany(baseURL, handle, 500);
  expect(await company.countUnreachable()).toBe(495);
  // What a shop receives for a shopper who chose the fourth answer.
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const answers = { selectionValues: [{ stepId: 1, selectedKey: 'type3' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${handle}.localhost`, body: answers });
  expect(submitted.status, submitted.text).toBe(200);
  const match = async (): Promise<string[]> =>
    (await send(origin, `/api/v1/analyses/${submitted.body.id}/matches`)).body.matchedVariants;
  await expect.poll(match).toEqual(['V499']);
  await enter(page, baseURL, await createMember(baseURL, handle, 'EDITOR'), `/c/${handle}/products/tagging`);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '601');
  await expect(grid(page)).toHaveAttribute('aria-colcount', '21');
  await expectAccessible(page);

  // Columns in another order than the grid, a foreign id, and a value that is none.
  const header = ['id', ...[...TAGS].reverse()].join('\t');
  const rows = Array.from({ length: 500 }, (_, n) =>
    [`V${n}`, ...TAGS.map((__, tag) => (n % 20 === tag ? 'x' : ''))].join('\t'),
  );
  await cell(page, 0, TAGS[0] as string).click();
  await paste(page, `${[header, ...rows, 'V9999\tx', `P0${'\t'.repeat(20)}perhaps`].join('\r\n')}\r\n`);
  const dialog = page.getByRole('dialog', { name: 'Paste' });
  await expect(dialog).toContainText('no product or variant here has the id “V9999”');
  await expect(dialog).toContainText('“perhaps” is neither set');
  await expect(dialog).toContainText('Cells set499');
  await expectAccessible(page);
  await shot(page, 'dashboard-tagging-paste');
  expect(await company.tagging()).toEqual({ products: {}, variants: {} });
  // What is refused is not lost: the headings and both rows.
  // It says so for four seconds, so that looking begins before.
  await Promise.all([
    expect(dialog.getByRole('status')).toHaveText('Copied'),
    dialog.getByRole('button', { name: 'Copy the refused rows' }).click(),
  ]);
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/).filter(Boolean);
  expect(copied.map((row) => row.split('\t')[0])).toEqual(['id', 'V9999', 'P0']);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('status').filter({ hasText: '499 cells changed by the paste' })).toBeVisible();

  // Undone and done again as one step; a reload loses nothing.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Save 0 rows' })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByRole('button', { name: 'Save 499 rows' })).toBeEnabled();
  await expect.poll(() => countUnsaved(page)).toBe(499);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Save 499 rows' })).toBeEnabled();
  await shot(page, 'dashboard-tagging');

  await page.getByRole('button', { name: 'Save 499 rows' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Rows that changed: 499' })).toBeVisible();
  const { variants } = await company.tagging();
  expect(Object.keys(variants)).toHaveLength(499);
  expect(variants.V1).toEqual([TAGS[18]]);
  await expect.poll(company.countUnreachable).toBe(0);
  // Each twentieth variant has the tag now, and the one that the catalog gave it to.
  await expect
    .poll(async () => (await match()).toSorted())
    .toEqual([...Array.from({ length: 25 }, (_, n) => `V${n * 20 + 16}`), 'V499'].toSorted());

  // The list of tags comes back from a spreadsheet with one row changed (Y80.2); what is no list says so.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`tags-${handle}.csv`);
  const list = await readFile(await file.path(), 'utf8');
  const edited = list.replace('"skin:type18","skin:type18"', '"skin:type2","skin:type18"');
  const importing = page.locator('input[type=file]');
  const toFile = (text: string) => ({ name: 'tags.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await importing.setInputFiles(toFile('sku;price\nV1;3\n'));
  await expect(page.getByRole('alert')).toContainText('Its columns: sku and price.');
  await importing.setInputFiles(toFile(edited));
  const listed = page.getByRole('dialog', { name: 'List of tags' });
  await expect(listed).toContainText('Cells set1');
  await expect(listed).toContainText('Cells cleared1');
  await expectAccessible(page);
  await shot(page, 'dashboard-tagging-list');
  await listed.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await expect.poll(async () => (await company.tagging()).variants.V1).toEqual([TAGS[2]]);
  expect(trouble).toEqual([]);
});

test('works by keyboard alone, keeps changes while offline, and keeps those of another user (docs/dashboard.md Y17.3, Y17.5, Y17.6)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-tagging-keys');
  const company = await createCompany(baseURL, handle, 10);
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/products/tagging`);
  await expect(grid(page)).toBeVisible();
  await page.getByRole('button', { name: 'Set', exact: true }).focus();
  const focused = page.locator(':focus');
  for (let press = 0; press < 6 && (await focused.getAttribute('role')) !== 'gridcell'; press++)
    await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName(/^Balm 0; skin:type0: not set/);

  // Two variants below the first product, two tags.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: '4 cells set' })).toBeVisible();
  await expect(focused).toHaveAccessibleName('Shade 1, Balm 0; skin:type1: set here, not saved');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(focused).toHaveAccessibleName('Shade 1, Balm 0; skin:type1: not set');
  await page.keyboard.press('Control+z');
  await expect(focused).toHaveAccessibleName(/set here, not saved/);
  await page.keyboard.press('Control+y');
  await expect(focused).toHaveAccessibleName(/not set$/);
  await page.keyboard.press('Control+z');

  // Copied with ids and tags, cut, and pasted; each result is announced once.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const readClipboard = async () => (await page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/);
  await page.keyboard.press('Control+Shift+C');
  await expect.poll(readClipboard).toEqual(['id\tskin:type1', 'V1\tx']);
  await page.keyboard.press('Control+x');
  await expect(focused).toHaveAccessibleName(/not set$/);
  await expect.poll(readClipboard).toEqual(['x']);
  await page.keyboard.press('Control+v');
  await page.getByRole('dialog', { name: 'Paste' }).getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 cell changed by the paste' })).toHaveCount(1);
  await expect(cell(page, 1, 'skin:type1')).toHaveAccessibleName(/set here, not saved$/);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search rows')).toBeFocused();
  await cell(page, 1, 'skin:type1').click();

  // Catalog tags are locked.
  await page.keyboard.press('Control+End');
  await expect(focused).toHaveAccessibleName(/^Shade 9, Balm 1; skin:type9: from the catalog/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing to change' })).toBeVisible();
  await expectAccessible(page);

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save 2 rows' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet' })).toBeVisible();
  // Another user tags the same variant meanwhile.
  const operation = { kind: 'variant', id: 'V1', add: ['skin:type10', 'skin:type0'] };
  expect((await company.change([operation])).status).toBe(200);
  await page.context().setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'Rows that changed: 2' })).toBeVisible();
  const { variants } = await company.tagging();
  expect(variants.V0.sort()).toEqual(['skin:type0', 'skin:type1']);
  expect(variants.V1.sort()).toEqual(['skin:type0', 'skin:type1', 'skin:type10']);
  await expect(cell(page, 1, 'skin:type10')).toHaveAccessibleName(/set here$/);
});

test('fills by the handle and by keys, and a scrolled grid has the cells that it shows', async ({ page, baseURL }) => {
  const handle = freshHandle('dash-tagging-fill');
  const company = await createCompany(baseURL, handle, 100);
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/products/tagging`);
  const focused = page.locator(':focus');
  await cell(page, 0, 'skin:type0').click();
  await page.keyboard.press('Space');
  // What is said about it takes its place before the handle is looked for.
  await expect(page.getByRole('status').filter({ hasText: '1 cell set' })).toBeVisible();
  // The handle copies the tag of the first variant to the next three.
  const fillHandle = page.locator('.tag-grid-handle');
  const box = await fillHandle.boundingBox();
  if (!box) throw new Error('The handle is not shown.');
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x - 10, box.y + 70, { steps: 3 });
  await page.mouse.move(box.x - 10, box.y + 90);
  await page.mouse.up();
  await expect(page.getByRole('status').filter({ hasText: '3 cells filled' })).toBeVisible();
  await expect(cell(page, 3, 'skin:type0')).toHaveAccessibleName(/set here, not saved$/);
  await expect(cell(page, 4, 'skin:type0')).toHaveAccessibleName(/not set$/);

  // To the right from the first column; then down from the row above.
  await expect(focused).toHaveAccessibleName(/^Shade 3, Balm 0; skin:type0/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+r');
  await expect(page.getByRole('status').filter({ hasText: '1 cell filled' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAccessibleName(/^Shade 3, Balm 0; skin:type1: set here/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(focused).toHaveAccessibleName('Shade 4, Balm 0; skin:type1: set here, not saved');
  // To the end of the run, and to the last row of the column.
  await page.keyboard.press('Control+ArrowUp');
  await expect(focused).toHaveAccessibleName(/^Shade 3, Balm 0; skin:type1/);

  // The active cell stays while it is scrolled out of view, and the rows that are shown can be read in their order.
  await grid(page).evaluate((element) => element.scrollTo(0, 32 * 60));
  await expect(cell(page, 50, 'skin:type0')).toBeVisible();
  await expect(focused).toHaveAccessibleName(/^Shade 3, Balm 0; skin:type1/);
  const indexes = () =>
    grid(page)
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => Number(row.ariaRowIndex)));
  const isInOrder = async () => {
    const shown = await indexes();
    return shown.join() === shown.toSorted((a, b) => a - b).join();
  };
  await expect.poll(isInOrder).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Rows that changed: 5' })).toBeVisible();
  expect((await company.tagging()).variants.V3.sort()).toEqual(['skin:type0', 'skin:type1']);
});

test('lists the tags of one variant with their origin as checkboxes, and saves them (docs/dashboard.md Y2.8, Y26.2, Y26.3)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-tagging-item');
  const company = await createCompany(baseURL, handle, 10);
  await company.change([
    { kind: 'product', id: 'P1', add: ['skin:type15', 'finish:matte'] },
    { kind: 'variant', id: 'V9', add: ['care:rich'] },
  ]);
  const member = await createMember(baseURL, handle);
  await enter(page, baseURL, member, `/c/${handle}/products/tagging`);
  // An unsaved change of the grid is not lost on the way, and belongs to the other variant.
  await cell(page, 8, 'finish:matte').click();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Save 1 row' })).toBeEnabled();
  await cell(page, 9, 'finish:matte').click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tags of Shade 9, Balm 1' })).toBeVisible();

  const group = page.getByRole('group', { name: 'skin' });
  const type = (number: number) => group.getByRole('checkbox', { name: `type${number}`, exact: true });
  await expect(type(0)).toBeDisabled();
  await expect(type(0)).toHaveAccessibleDescription('from the catalog');
  await expect(type(15)).toBeChecked();
  await expect(type(15)).toHaveAccessibleDescription('from the product');
  const rich = page.getByRole('group', { name: 'care' }).getByRole('checkbox', { name: 'rich' });
  await expect(rich).toBeChecked();
  await expectAccessible(page);
  await rich.uncheck();
  await page.getByLabel('New tag').fill('line:gift');
  await page.getByLabel('New tag').press('Enter');
  await expect(page.getByRole('group', { name: 'line' }).getByRole('checkbox', { name: 'gift' })).toBeChecked();
  await waitForUnsaved(page, 'line:gift');
  await page.reload();
  await expect(rich).not.toBeChecked();
  await expect(page.getByRole('status').filter({ hasText: 'Not saved yet' })).toBeVisible();
  await page.getByLabel('Search tags').fill('type19');
  await expect(group.getByRole('checkbox')).toHaveCount(1);
  await page.getByLabel('Search tags').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No tag contains this text.' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(page.getByLabel('Search tags')).toHaveValue('');
  await page.getByLabel('Search tags').fill('type19');
  await shot(page, 'dashboard-tagging-item');
  await page.getByRole('button', { name: 'Save tags' }).press('Enter');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  expect((await company.tagging()).variants).toEqual({ V9: ['line:gift'] });

  // The change of the other variant is still waiting in the grid.
  await page.getByRole('link', { name: 'All products in the grid' }).click();
  await expect(page.getByRole('button', { name: 'Save 1 row' })).toBeEnabled();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${page.url().replace(/products.*/, 'products/item-tags?variant=V9')}`);
  await expect(type(19)).toBeVisible();
  await shot(page, 'dashboard-tagging-item-phone');
  // A tag that only some variants of a product have is marked as such.
  await page.goto(`${page.url().replace(/products.*/, 'products/item-tags?product=P1')}`);
  await expect(type(0)).toHaveAccessibleDescription('some variants have it');
  await expect(type(0)).not.toBeChecked();
  await page.goto(`${page.url().replace(/products.*/, 'products/item-tags?variant=V404')}`);
  await expect(page.getByText('The catalog has nothing with the id “V404”')).toBeVisible();
});

test('shows what unsaved tags change, copies tags to other rows, and filters by tags and matches (docs/dashboard.md Y46.1, Y46.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-tagging-many');
  const trouble = watchTrouble(page);
  const company = await createCompany(baseURL, handle, 10);
  await company.change([
    { kind: 'product', id: 'P0', add: ['skin:type0'] },
    { kind: 'variant', id: 'V1', add: ['skin:type1'] },
  ]);
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const answers = { selectionValues: [{ stepId: 1, selectedKey: 'type1' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${handle}.localhost`, body: answers });
  expect(submitted.status, submitted.text).toBe(200);
  const member = await createMember(baseURL, handle, 'EDITOR');
  await enter(page, baseURL, member, `/c/${handle}/products/tagging`);
  await expect(page.getByText('12 of 12 rows')).toBeVisible();
  await expect(page.getByRole('button', { name: 'What changes?' })).toBeDisabled();

  // The tags of a variant and of its product for two variants of another product.
  await cell(page, 6, 'skin:type0').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Copy tags from' }).click();
  const copy = page.getByRole('dialog', { name: 'Copy tags from' });
  await expect(copy).toContainText('2 selected rows get the tags');
  await copy.getByLabel('Search products and variants').fill('V1');
  await copy.getByRole('radio', { name: 'Shade 1, Balm 0' }).check();
  await expect(copy.getByRole('status')).toHaveText('4 cells set, 0 cells cleared.');
  await expectAccessible(page);
  await shot(page, 'dashboard-tagging-copy');
  await copy.getByRole('button', { name: 'Copy tags' }).click();
  await expect(page.getByRole('status').filter({ hasText: '4 cells changed by copying tags' })).toBeVisible();
  await expect(cell(page, 6, 'skin:type1')).toHaveAccessibleName(/set here, not saved$/);

  await page.getByRole('button', { name: 'What changes?' }).click();
  const effect = page.getByRole('dialog', { name: 'What changes?' });
  await expect(effect).toContainText(/(\d+) of \1 lists? changes? \(100%\)/);
  await effect.getByText('2 variants are gained in some list.').click();
  await expect(effect).toContainText(/Shade 6, Balm 1: in \d+ analys[ei]s/);
  await expectAccessible(page);
  await shot(page, 'dashboard-tagging-effect');
  await page.keyboard.press('Escape');
  // Nothing was stored by it.
  expect(Object.keys((await company.tagging()).variants)).toEqual(['V1']);

  await page.getByLabel('With tag').fill('type1');
  await expect(page.getByText('8 of 12 rows')).toBeVisible();
  await page.getByLabel('With tag').fill('skin:type11');
  await expect(page.getByText('6 of 12 rows')).toBeVisible();
  await page.getByLabel('With tag').fill('');
  await page.getByLabel('Rows', { exact: true }).selectOption({ label: 'Never recommended: Find your glow' });
  await expect(page.getByText(/No answers of this funnel lead to \d+ variants?/)).toBeVisible();
  await page.getByLabel('Rows', { exact: true }).selectOption({ label: 'All' });
  await cell(page, 7, 'skin:type0').click();
  await page.getByRole('button', { name: 'Rows with the same tags' }).click();
  await expect(page.getByText('Only rows with the same tags as Shade 7, Balm 1')).toBeVisible();
  await expect(page.getByText('3 of 12 rows')).toBeVisible();
  await expect(page).toHaveURL(/variant=V7/);
  await page.reload();
  await expect(page.getByText('3 of 12 rows')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-tagging-same');
  await page.getByRole('button', { name: 'Show other rows too' }).click();
  await expect(page.getByText('12 of 12 rows')).toBeVisible();
  expect(trouble).toEqual([]);
});

test('analysts see tags and cannot change them, on a phone; a search without a row is cleared (docs/dashboard.md Y2.8)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-tagging-read');
  await createCompany(baseURL, handle, 10);
  const member = await createMember(baseURL, handle, 'ANALYST');
  await page.setViewportSize({ width: 390, height: 800 });
  await enter(page, baseURL, member, `/c/${handle}/products/tagging`);
  await expect(page.getByText('Your role may look at tags')).toBeVisible();
  await cell(page, 0, 'skin:type0').click();
  await page.keyboard.press('Space');
  await expect(cell(page, 0, 'skin:type0')).toHaveAccessibleName(/not set$/);
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await page.getByLabel('Search rows').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No rows or columns' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(grid(page)).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-tagging-phone');
});

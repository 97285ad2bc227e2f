import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, dashboardOrigin, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createFunnel, freshHandle, question, shot } from '../../support/browser/questionnaire.js';
import { loadAgain } from '../../support/browser/screens.js';
import { send } from '../../support/http.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' })];
const mixed = { default: 'Mixed', de: 'Gemischt' };
const draft = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily', mixed })];

/** A file with so many variants, and one row that is rejected. */
const toFile = (variants: number, more = '', price = '9.90') => ({
  name: 'catalog.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'id;name;url;price;tags',
      ...Array.from({ length: variants }, (_, n) => `V${n};Balm ${n};https://s.example/${n};${price};category:lips`),
      more,
    ].join('\n'),
  ),
});

const upload = async (page: Page, file: ReturnType<typeof toFile>, action: 'Check the file' | 'Import now') => {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: action }).click();
};

test('an editor checks, imports, decides about a held import, publishes a draft and goes back (docs/dashboard.md Y12, Y13, Y14)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-releases');
  const { origin: host } = await createFunnel(baseURL, handle, { steps, draft });
  const member = await createMember(baseURL, handle);
  await enter(page, baseURL, member, `/c/${handle}/imports`);

  // A check changes nothing and lists what would be rejected.
  await expect(page.getByRole('heading', { name: 'There is no import yet' })).toBeVisible();
  await expectAccessible(page);
  await upload(page, toFile(30, 'V99;Broken;https://s.example;a lot;'), 'Check the file');
  await expect(page.getByText('This was a check. Nothing was changed')).toBeVisible();
  // Each rejected row with line, column and reason (Y12.5).
  await expect(page.getByText('By column: price (1).')).toBeVisible();
  const rejected = page.getByRole('table', { name: 'Rejected' }).getByRole('row').nth(1).getByRole('cell');
  await expect(rejected).toHaveText(['32', 'price', /\w/]);
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(await readFile(await table.path(), 'utf8')).toContain('32;"price";');
  await expectAccessible(page);
  await shot(page, 'dashboard-import-check');
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByRole('heading', { name: 'Result of the import' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Succeeded');

  // A file that removes most of the catalog waits for a decision, whose consequences are named first.
  await upload(page, toFile(5, '', '99'), 'Import now');
  await expect(page.getByRole('alert', { name: 'The import is held' })).toContainText(
    '25 of the 30 variants in the catalog would be removed, which is 83.3%',
  );
  await expect(page.getByRole('table', { name: 'Funnels that lose variants' })).toContainText(
    /Find your glow\s*30\s*5/,
  );
  await expect(page.getByRole('table', { name: 'Changed fields' })).toContainText('Over 50 %');
  await expectAccessible(page);
  await shot(page, 'dashboard-import-held', { fullPage: true });
  // What applying and discarding do is said before (Y12.4).
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByRole('dialog')).toContainText('The catalog in force does not change.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Apply the import' }).click();
  await expect(page.getByRole('dialog')).toContainText('25 variants become unavailable');
  await expect(page.getByRole('dialog')).toContainText('0 variants are new and 5 change.');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Apply the import' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const history = page.getByRole('table', { name: 'History' });
  await expect(history).not.toContainText('Held');
  // An import continues when the page is left (Y12.3).
  await expect(history.getByText('Succeeded')).toHaveCount(2);
  await upload(page, toFile(5, '', '99'), 'Import now');
  await page.getByRole('link', { name: 'Products' }).first().click();
  await page.getByRole('link', { name: 'Imports' }).first().click();
  await expect(history.getByText('Succeeded')).toHaveCount(3);
  await page.getByRole('link', { name: 'Products' }).first().click();
  await page.getByLabel('Search by name').fill('balm 3');
  await expect(page.getByRole('row')).toHaveCount(2);
  // Each state has an address (Y13.1).
  await expect(page).toHaveURL(/\?query=balm(\+|%20)3$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Balm 3' }).click();
  await expect(page).toHaveURL(/\?product=V3$/);
  await page.getByRole('button', { name: 'Details of Balm 3' }).click();
  await expect(page).toHaveURL(/\?product=V3&variant=V3$/);
  // Everything that the catalog says, and where the tag comes from (Y13.2).
  for (const text of ['V3', '99.00', 'https://s.example/3', 'category:lips of the variant'])
    await expect(page.getByRole('dialog')).toContainText(text);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // What changes and what it does are shown before anything is published; one step leads back.
  await page.getByRole('link', { name: 'Funnels' }).first().click();
  await page.getByRole('link', { name: 'Release version 2 of Find your glow' }).click();
  await expect(page.getByText('New option “Mixed” of “Your skin?”')).toBeVisible();
  await expect(page.getByText('checked: all that there are')).toBeVisible();
  await expect(page.getByText('German: 3 texts. Shoppers see them in the default language.')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-release');
  await page.getByLabel('Note (optional)').fill('For those with mixed skin');
  await page.getByRole('button', { name: 'Publish Find your glow' }).click();
  await expect(page.getByText('Version 2 of Find your glow is in force')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the page' })).toHaveAttribute('href', `${host}/`);
  // The hour since the release next to the hour before (Y14.8).
  await expect(page.getByRole('row', { name: 'Analyses whose match was shown 0 0' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: version 3 of Find your glow is in force')).toBeVisible();
  await expectAccessible(page);

  // Every release is in the list; any two can be compared, and any can come back (docs/dashboard.md Y38.1, Y38.2).
  await page.getByRole('link', { name: 'History' }).click();
  const list = page.getByRole('table', { name: 'Releases' });
  await expect(list).toContainText('Release 1 again');
  await expect(list).toContainText('For those with mixed skin');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByLabel('From').selectOption('2');
  await expect(page.getByText('Option “Mixed” of “Your skin?” is removed')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-release-history', { fullPage: true });
  expect(page.url()).toContain('from=');
  expect(page.url().startsWith(dashboardOrigin(baseURL))).toBe(true);
  await list.getByRole('link', { name: 'Go back to release 2' }).click();
  await expect(page.getByText('New option “Mixed” of “Your skin?”')).toBeVisible();
  await expect(page.getByText('checked: all that there are')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Put release 2 of Find your glow in force again' }).click();
  await expect(page.getByText('Version 4 of Find your glow is in force')).toBeVisible();

  // The replay shows lists of single shoppers side by side, with the names of products (Y14.6).
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${handle}.localhost`, body });
  expect(submitted.status, submitted.text).toBe(200);
  const hide = (variantId: string, precondition: Record<string, string>) =>
    page.evaluate(
      async ([company, edit, headers]) => {
        const address = `/api/admin/v1/companies/${company}/funnels/${company}/edit`;
        const answer = await fetch(address, { method: 'PUT', headers, body: JSON.stringify(edit) });
        return { status: answer.status, etag: `"${(await answer.json()).revision}"` };
      },
      [
        handle,
        { parts: { matching: { rules: [{ key: 'no-third', then: { exclude: { variantIds: [variantId] } } }] } } },
        { 'content-type': 'application/json', ...precondition },
      ] as const,
    );
  const saved = await hide('V3', { 'if-none-match': '*' });
  expect(saved.status).toBe(200);
  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/funnels/${handle}/release`);
  const example = page.getByRole('table', { name: 'Shoppers whose list changes most' });
  await expect(example).toContainText('5 variantsNot shown any more:Balm 3');
  await expect(page.getByText('New rule “no-third”: For every shopper: hide the variant Balm 3.')).toBeVisible();
  await expect(example).toContainText('4 variants');
  await expectAccessible(page);
  await shot(page, 'dashboard-release-examples', { fullPage: true });

  // Another edit is checked and replayed again, and the screen says so (Y14.2).
  await expect(page.getByText('The edit has changed.')).toHaveCount(0);
  expect((await hide('V4', { 'if-match': saved.etag })).status).toBe(200);
  await loadAgain(page);
  await expect(
    page.getByText('The edit has changed. Everything below belongs to the edit as it is now.'),
  ).toBeVisible();
  await expect(example).toContainText('5 variantsNot shown any more:Balm 4');
  await expect(page.getByText('checked: all that there are')).toBeVisible();

  // A variant is chosen by its name to be explained (docs/dashboard.md Y10.3).
  await example.getByRole('link').click();
  await page.getByLabel('Why is a product (not) in the list?').first().fill('balm 3');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/variant=V3$/);
  await expect(page.locator('main [lang=en] li').first()).toBeVisible();
  await expectAccessible(page);
  expect(trouble).toEqual([]);
});

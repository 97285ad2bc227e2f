import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createKeyboard } from '../../support/browser/keyboard.js';
import { createFunnel, createManagement, freshHandle, shot } from '../../support/browser/questionnaire.js';
import { waitForUnsaved } from '../../support/browser/unsaved.js';

const option = (key: string, caption: string, tags: object) => ({
  key,
  caption,
  tags: { require: [], prefer: [], avoid: [], ...tags },
});

const steps = [
  {
    id: 1,
    type: 'SINGLE_SELECTION',
    title: 'Your skin?',
    selections: [
      option('dry', 'Dry', { require: ['skin:dry'] }),
      option('oily', 'Oily', { require: ['skin:oily'], avoid: ['fit:rich'] }),
      option('rich', 'Likes it rich', { prefer: ['fit:rich'] }),
    ],
  },
];

const variant = (id: string, name: string, tags: string[]) => ({ shopSystemId: id, name, available: true, tags });
const products = [
  { shopSystemId: 'P1', name: 'Balm', tags: [], variants: [variant('V1', 'Honey', ['skin:dry', 'fit:rich'])] },
  { shopSystemId: 'P2', name: 'Serum', tags: [], variants: [variant('V2', 'Clear', [])] },
];

test('a merchant sees which answers lead to which variants, and sets the tag of an answer by keyboard (docs/dashboard.md Y70.1, Y70.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-answers');
  const trouble = watchTrouble(page);
  await createFunnel(baseURL, handle, { steps, company: { catalog: { products }, tagging: null } });
  const member = await createMember(baseURL, handle, 'EDITOR');
  await enter(page, baseURL, member, `/c/${handle}/products/answers`);
  const table = page.getByRole('table', { name: 'Answers and products' });
  await expect(table.getByRole('row', { name: /^Honey/ })).toHaveText(
    /^HoneyRequiredfrom the catalogAvoidedPreferredfrom the catalog$/,
  );
  await expect(table.getByRole('row', { name: /^Clear/ })).toHaveText(/^ClearNo effectNo effectNo effect$/);
  await expectAccessible(page);
  await shot(page, 'dashboard-answers');

  // A search that leaves nothing says so, and a button clears it (Y2.8).
  await page.getByLabel('Search rows').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No rows or columns' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(table.getByRole('row', { name: /^Honey/ })).toBeVisible();

  // With one of the required tags it is filtered out after the others.
  const keys = createKeyboard(page);
  await page.getByRole('checkbox', { name: 'Dry: Clear, Serum' }).focus();
  await keys.press('Space');
  const clear = table.getByRole('row', { name: /^Clear/ });
  await expect(clear).toHaveText(/^ClearRequiredNot savedFiltered outNo effect$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(clear).toHaveText(/^ClearNo effectNo effectNo effect$/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await waitForUnsaved(page, 'skin:dry');
  await page.reload();
  await expect(clear).toHaveText(/^ClearRequiredNot saved/);
  await keys.activate(page.getByRole('button', { name: 'Save 1 row' }));
  await expect(page.getByRole('status').filter({ hasText: 'Rows that changed: 1' })).toBeVisible();
  await expect(clear).toHaveText(/^ClearRequiredFiltered out/);
  const { body } = await createManagement(baseURL).call('GET', `/companies/${handle}/blueprint`);
  expect(body.tagging.variants.V2).toEqual(['skin:dry']);

  // A product leads to its rows (docs/dashboard.md Y70.3).
  await page.goto(page.url().replace(/products.*/, 'products/details?product=P2'));
  await page.getByRole('link', { name: 'Which answers lead to it' }).click();
  await expect(table.getByRole('row')).toHaveText([/^Product, variant/, /^Serum/, /^Clear/]);
  expect(trouble).toEqual([]);
});

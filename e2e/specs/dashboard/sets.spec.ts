import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import {
  createFunnel,
  expectNoSidewaysScroll,
  freshHandle,
  question,
  shot,
} from '../../support/browser/questionnaire.js';
import { waitForUnsaved } from '../../support/browser/unsaved.js';
import { smallCompany } from '../../support/companies.js';
import { send } from '../../support/http.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry skin', oily: 'Oily' })];
const { catalog } = smallCompany({ variants: ['dry-1', 'oily-1', 'plain-duo'] });

test('a merchant adds a fixed and a dynamic set, by keyboard too, and it is recommended (docs/dashboard.md Y33.1, Y33.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-sets');
  const trouble = watchTrouble(page);
  await createFunnel(baseURL, handle, { steps, company: { catalog, sets: [] } });
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${handle}.localhost`, body });
  expect(submitted.status, submitted.text).toBe(200);
  const match = async () => (await send(origin, `/api/v1/analyses/${submitted.body.id}/matches`)).body.matchedVariants;
  await expect.poll(match).toEqual(['dry-1', 'oily-1', 'plain-duo']);

  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/products`);
  await page.getByRole('link', { name: 'Sets' }).click();
  await expect(page.getByRole('heading', { name: 'No sets' })).toBeVisible();
  // A picture shows the two kinds.
  await expect(page.locator('figure:has(svg)')).toHaveCount(2);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add a fixed set' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('group', { name: /^Form of / });
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByText('1 set is not complete.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save sets' })).toBeDisabled();
  await page.keyboard.type('Skin duo');
  await form.getByRole('combobox', { name: 'Variant of the set itself' }).focus();
  await page.keyboard.type('plain-duo');
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Variants in the set' }).focus();
  for (const name of ['dry-1', 'oily-1']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
  await form.getByLabel('Quantity of oily-1').fill('2');
  const list = page.getByRole('list', { name: 'Sets' });
  await expect(list).toContainText(
    'plain-duo is recommended in front of its members if all of them suit: 1 × dry-1 and 2 × oily-1.',
  );
  await expect(page.getByRole('region', { name: 'What the change would do' })).toContainText('1 of 1 list changes');
  await expectAccessible(page);
  await shot(page, 'dashboard-sets', { fullPage: true });
  await page.getByRole('button', { name: 'Save sets' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await expect.poll(match).toEqual(['plain-duo', 'dry-1', 'oily-1']);

  // A dynamic set whose places its products cannot fill is noted, and one variant cannot be two sets.
  await page.getByRole('button', { name: 'Add a dynamic set' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Box');
  await form.getByRole('combobox', { name: 'Variant of the set itself' }).fill('plain-duo');
  await page.keyboard.press('Enter');
  await expect(
    list.getByText('Another set has the same variant of its own. Choose another one.').first(),
  ).toBeVisible();
  await form.getByRole('combobox', { name: 'Variant of the set itself' }).fill('oily-1');
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Products that fill the set' }).fill('product-dry-1');
  await page.keyboard.press('Enter');
  await expect(list).toContainText('oily-1 is recommended if 2 variants that suit fill it: at most 1 of dry-1.');
  await expect(list).toContainText('The set is never complete: its products fill at most 1 place.');
  await page.setViewportSize({ width: 390, height: 844 });
  // The frame of the screens takes a moment for its narrow form.
  await expect(async () => expectNoSidewaysScroll(page)).toPass();
  await expectAccessible(page);
  await shot(page, 'dashboard-sets-phone', { fullPage: true });

  // Nothing is lost by a reload; discarding brings back what is in force.
  await waitForUnsaved(page, 'Box');
  await page.reload();
  await expect(list).toContainText('Box');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(list).not.toContainText('Box');
  await page.getByRole('searchbox', { name: 'Find sets by name or product' }).fill('nothing');
  await expect(page.getByRole('heading', { name: 'No set contains “nothing”' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find sets by name or product' }).fill('oily');
  await expect(list).toContainText('Skin duo');
  await page.getByRole('button', { name: 'Remove Skin duo' }).click();
  await page.getByRole('button', { name: 'Save sets' }).click();
  await expect.poll(match).toEqual(['dry-1', 'oily-1', 'plain-duo']);
  expect(trouble).toEqual([]);
});

test('roles that may not publish read sets only (docs/dashboard.md Y33)', async ({ page, baseURL }) => {
  const handle = freshHandle('dash-sets-read');
  const sets = [{ key: 'duo', name: 'Duo', variantId: 'plain-duo', variants: [{ id: 'gone' }] }];
  await createFunnel(baseURL, handle, { steps, company: { catalog, sets } });
  await enter(page, baseURL, await createMember(baseURL, handle, 'ANALYST'), `/c/${handle}/products/sets`);
  await expect(page.getByText('Only roles that may publish can change sets.')).toBeVisible();
  await expect(page.getByText('The catalog does not have gone.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Edit|Remove|Save/ })).toHaveCount(0);
  await expectAccessible(page);
});

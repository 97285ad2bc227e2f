import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { dragUp } from '../../support/browser/builder.js';
import { createMember, enter, releaseEdit, watchTrouble } from '../../support/browser/dashboard.js';
import {
  createFunnel,
  expectNoSidewaysScroll,
  freshHandle,
  question,
  shot,
} from '../../support/browser/questionnaire.js';
import { smallCompany } from '../../support/companies.js';
import { send } from '../../support/http.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry skin', oily: 'Oily' })];
const { catalog } = smallCompany({ variants: ['dry-1', 'oily-1', 'plain-1'] });
const tabs = [{ key: 'DRY', name: { default: 'For dry skin' }, select: { tags: ['skin:dry'] } }];

test('a merchant builds the tabs of a result page, by keyboard too (docs/dashboard.md Y25.1, Y25.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-tabs');
  const trouble = watchTrouble(page);
  await createFunnel(baseURL, handle, { steps, company: { catalog }, funnel: { resultPage: { enabled: true, tabs } } });
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const submitted = await send(origin, '/api/analyses', { host: `${handle}.localhost`, body });
  expect(submitted.status, submitted.text).toBe(200);
  const match = async () => {
    const answer = await send(origin, `/api/v1/analyses/${submitted.body.id}/matches?resultPage=true&locale=de`);
    return answer.body.tabs?.map(({ name, variants }: { name: string; variants: string[] }) => [name, variants]);
  };

  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}/rules`);
  await page.getByRole('link', { name: 'Result page' }).click();
  const list = page.getByRole('list', { name: 'Tabs in their order' });
  await expect(list).toContainText('For dry skin');
  await expect(list).toContainText('It selects 1 variant.');
  await expect(list).toContainText('Number of variants in the newest analysis: 1.');
  await expect(list).toContainText('Empty for 0% of these shoppers.');
  await page.getByText('2 variants are not shown on the result page').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'oily-1' })).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-tabs', { fullPage: true });

  // By keyboard: a second tab, with a name in two languages, moved to the top.
  await page.getByLabel('New language').focus();
  await page.keyboard.type('de');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add a tab' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('group', { name: 'Form of TAB_2' });
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByText('1 tab has no name.')).toBeVisible();
  await page.keyboard.type('Everything else');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Alles andere');
  await form.getByRole('combobox', { name: 'Single products' }).focus();
  for (const name of ['oily-1', 'plain-1']) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
  await form.getByLabel('Products to show').fill('4');
  await expect(page.getByText('Every variant of the funnel is on a tab.')).toBeVisible();
  await expect(list).toContainText('2 variants are only here.');
  await expect(page.getByRole('region', { name: 'What the change would do' })).toContainText(
    'The tab TAB_2 changes for 1 shopper.',
  );
  await expectAccessible(page);
  await shot(page, 'dashboard-tabs-form', { fullPage: true });
  await page.getByRole('button', { name: 'Move up: TAB_2' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('TAB_2 is at position 1 of 2.')).toBeVisible();
  // By a pointer the other way round, in one step of undo (docs/dashboard.md Y83.1).
  const items = list.locator(':scope > li');
  await dragUp(items);
  await expect(items.first()).toContainText('For dry skin');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(items.first()).toContainText('Everything else');
  await releaseEdit(page, 'Find your glow');
  await expect.poll(match).toEqual([
    ['Alles andere', ['oily-1', 'plain-1']],
    ['For dry skin', ['dry-1']],
  ]);

  await page.getByRole('link', { name: 'Result page', exact: true }).click();

  // The key of a tab in force has a warning, and removing can be undone.
  await page.getByRole('button', { name: 'Edit DRY' }).click();
  await expect(page.getByText('What reads the present key must be changed with it.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove DRY' }).click();
  await expect(list.locator(':scope > li')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.locator(':scope > li')).toHaveCount(2);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 800 });
  await expect(() => expectNoSidewaysScroll(page)).toPass();
  await expectAccessible(page);
  await shot(page, 'dashboard-tabs-narrow', { fullPage: true });
  expect(trouble).toEqual([]);
});

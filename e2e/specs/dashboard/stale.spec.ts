import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, createPlatformAdmin, dashboardOrigin, enter, invite } from '../../support/browser/dashboard.js';
import { createFunnel, createManagement, freshHandle, question } from '../../support/browser/questionnaire.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' })];
const toCsv = (variants: number) =>
  [
    'id;name;url;price',
    ...Array.from({ length: variants }, (_, n) => `V${n};Balm ${n};https://s.example/${n};9.90`),
  ].join('\n');

test('a tab that is behind says what has happened: removed members, decided and failed imports (docs/dashboard.md Y72)', async ({
  page,
  browser,
  baseURL,
}) => {
  const handle = freshHandle('stale-tabs');
  const origin = dashboardOrigin(baseURL);
  await createFunnel(baseURL, handle, { steps });
  const management = createManagement(baseURL);
  const ada = await createMember(baseURL, handle);
  const grace = await createMember(baseURL, handle);
  const other = await (await browser.newContext()).newPage();
  await enter(other, baseURL, grace, `/c/${handle}/settings/people`);
  await enter(page, baseURL, ada, `/c/${handle}/imports`);

  // A file that is no table fails, with the reason.
  const broken = { name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('only;words\nof;nothing\n') };
  await page.locator('input[type=file]').setInputFiles(broken);
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Failed');
  await expectAccessible(page);

  // An import that another user has decided about.
  const path = `/companies/${handle}/catalog/imports`;
  await management.call('POST', `${path}?wait=true`, toCsv(30), 'text/csv');
  const held = await management.call('POST', `${path}?wait=true`, toCsv(5), 'text/csv');
  expect(held.body.state).toBe('HELD');
  await page.goto(`${origin}/c/${handle}/imports/${held.body.id}`);
  await page.getByRole('button', { name: 'Apply the import' }).click();
  await management.call('DELETE', `${path}/${held.body.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Apply the import' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Another user has decided about this import meanwhile.',
  );
  await page.keyboard.press('Escape');

  // Two administrators remove each other: the first one succeeds, and the other is no member any more.
  await other
    .getByRole('row', { name: new RegExp(ada.email) })
    .getByRole('button')
    .click();
  await other.getByRole('menuitem', { name: 'Remove' }).click();
  await page.goto(`${origin}/c/${handle}/settings/people`);
  await page
    .getByRole('row', { name: new RegExp(grace.email) })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('row', { name: new RegExp(grace.email) })).toHaveCount(0);
  await other.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(other.getByText('It does not exist, or you are not a member of its company.')).toBeVisible();
  await expectAccessible(other);
  await other.context().close();
});

test('links that were used or have ended say so (docs/dashboard.md Y72)', async ({ page, browser, baseURL }) => {
  const handle = freshHandle('stale-links');
  await createFunnel(baseURL, handle, { steps });
  const email = `grace@${handle}.example`;
  const link = await invite(baseURL, handle, email, 'EDITOR');
  const join = async () => {
    await page.goto('about:blank');
    await page.goto(link);
  };
  await join();
  await page.getByLabel('Name').fill('Grace Hopper');
  await page.getByRole('textbox', { name: 'New password' }).fill('a sentence that Grace remembers');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await join();
  await expect(
    page.getByText('This invitation was used, was revoked or has expired. Ask for a new one.'),
  ).toBeVisible();
  await expectAccessible(page);

  const admin = await (await browser.newContext()).newPage();
  await enter(admin, baseURL, await createPlatformAdmin(baseURL), `/platform/users?query=${encodeURIComponent(email)}`);
  await admin
    .getByRole('row', { name: new RegExp(email) })
    .getByRole('button')
    .click();
  await admin.getByRole('menuitem', { name: /password/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: /link/ }).click();
  const reset = await admin.getByLabel(/^Link/).inputValue();
  await admin.context().close();
  const set = async () => {
    await page.goto('about:blank');
    await page.goto(reset);
    await page.getByRole('textbox', { name: 'New password' }).fill('another sentence that Grace remembers');
    await page.getByRole('button', { name: 'Set the password' }).click();
  };
  await set();
  await expect(page.getByText('The password is set. Sign in with it.')).toBeVisible();
  await set();
  await expect(page.getByRole('alert')).toContainText('The link was used or has expired; request a new one.');
  await expectAccessible(page);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { createMember, createPlatformAdmin, dashboardOrigin, signIn, watchTrouble } from '../support/dashboard.js';

test('a platform administrator creates a company, and disables a user (docs/dashboard.md Y19)', async ({
  page,
  browser,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = `new-${randomUUID().slice(0, 8)}`;
  await signIn(page, baseURL, await createPlatformAdmin(baseURL));
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create a company' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Company').fill('New Cosmetics');
  await dialog.getByLabel('Handle').fill(handle);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a company' }).click();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/c/${handle}/settings/people$`));

  await page.goto(`${dashboardOrigin(baseURL)}/platform/companies`);
  await page.getByRole('button', { name: 'Create a company' }).click();
  await dialog.getByLabel('Company').fill('The same again');
  await dialog.getByLabel('Handle').fill(handle);
  await dialog.getByRole('button', { name: 'Create a company' }).click();
  await expect(dialog.getByText('There is a company with this handle.')).toBeVisible();
  await page.keyboard.press('Escape');

  const member = await createMember(baseURL, handle);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('Beginning of the name').fill(member.email);
  await expect(page).toHaveURL(/query=/);
  const row = page.getByRole('row', { name: new RegExp(member.email) });
  await expectAccessible(page);
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');

  const other = await (await browser.newContext()).newPage();
  await other.goto(dashboardOrigin(baseURL));
  await other.getByLabel('E-mail address').fill(member.email);
  await other.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('alert')).toBeVisible();
  await other.context().close();

  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await expect(row).toContainText('Active');
  expect(trouble).toEqual([]);
});

test('an administrator cannot change the own account, and members of a company have no screens of the platform (docs/dashboard.md Y19)', async ({
  page,
  baseURL,
}) => {
  const admin = await createPlatformAdmin(baseURL);
  await signIn(page, baseURL, admin, '/platform/users');
  await page.getByLabel('Beginning of the name').fill(admin.email);
  await page
    .getByRole('row', { name: new RegExp(admin.email) })
    .getByRole('button')
    .click();
  await expect(page.getByRole('menuitem', { name: /Disable.*Another administrator/s })).toBeDisabled();

  await page.context().clearCookies();
  await signIn(page, baseURL, await createMember(baseURL, 'linden-lune'), '/platform/users');
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
});

import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import {
  createMember,
  createPlatformAdmin,
  dashboardOrigin,
  signIn,
  watchTrouble,
} from '../../support/browser/dashboard.js';
import { freshHandle } from '../../support/browser/questionnaire.js';

test('a platform administrator creates a company, and disables, promotes and erases a user (docs/dashboard.md Y19.1, Y19.2)', async ({
  page,
  browser,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('new');
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
  await page.getByLabel('Search by name or handle').fill(handle.toUpperCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row', { name: /New Cosmetics/ })).toBeVisible();

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

  const choose = async (item: string) => {
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Make administrator of the platform');
  await dialog.getByRole('button', { name: 'Make administrator of the platform' }).click();
  await expect(row).toContainText('Platform administrator');
  await choose('Remove from the administrators of the platform');
  await dialog.getByRole('button', { name: 'Remove from the administrators of the platform' }).click();
  await expect(row).not.toContainText('Platform administrator');
  await choose('Link for a new password');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await expect(dialog.getByLabel('Link', { exact: true })).toHaveValue(/\/reset#/);
  await dialog.getByRole('button', { name: 'Done' }).click();

  // A user is erased after the address was typed, but not the last administrator of a company.
  const editor = await createMember(baseURL, handle, 'EDITOR');
  await page.getByLabel('Beginning of the name').fill(editor.email);
  const erased = page.getByRole('row', { name: new RegExp(editor.email) });
  await erased.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Erase' }).click();
  await expect(dialog.getByRole('button', { name: 'Erase' })).toBeDisabled();
  await dialog.getByLabel(`Type “${editor.email}” to confirm`).fill(editor.email);
  await dialog.getByRole('button', { name: 'Erase' }).click();
  // A search that leaves nothing says so and is cleared by a button (Y2.8).
  await expect(page.getByRole('heading', { name: 'No user' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(page.getByLabel('Beginning of the name')).toHaveValue('');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  expect(trouble).toEqual([]);
});

test('a platform administrator reads the log of the platform, and sees the state of the services (docs/dashboard.md Y19.3 to Y19.5)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const admin = await createPlatformAdmin(baseURL);
  await signIn(page, baseURL, admin);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('row', { name: /Not signed in Signed in Ada Lovelace.*Done/ }).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'What' }).selectOption('Users and administrators');
  await expect(page).toHaveURL(/action=user.manage/);
  await expect(page.getByRole('row', { name: /Signed in/ })).toHaveCount(0);
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as a table' }).click(),
  ]);
  expect(table.suggestedFilename()).toBe('audit-platform.csv');

  await page.getByRole('link', { name: 'State of the system' }).click();
  await expect(page.getByText('Every service answers.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^matcher Recommendations.* 0\.2\.0 1 Answers$/ })).toBeVisible();
  // Journeys that run at the same time let work fail.
  const failed = page.getByRole('table', { name: 'Work that failed' });
  await expect(page.getByText('Nothing failed for good.').or(failed)).toBeVisible();
  await expect(page.getByRole('row', { name: /^matcher Published funnels [\d.]+ sec/ })).toBeVisible();
  await page.route('**/readyz', (route) =>
    route.fulfill({ status: 503, json: { status: 'not ready', services: { funnel: true, matcher: false } } }),
  );
  await expect(page.getByRole('row', { name: /^matcher.*Does not answer$/ })).toBeVisible();
  await expect(page.getByText('Something does not answer.')).toBeVisible();
  const down = { up: false, releases: [], processes: 0, ages: [], failedWork: null };
  const failedWork = [{ kind: 'deliveries', count: 3, newestAt: '2026-11-27T09:12:00.000Z' }];
  const funnel = { name: 'funnel', up: true, releases: ['0.2.0', '0.3.0'], processes: 2, ages: [], failedWork };
  await page.route('**/api/admin/v1/health', (route) =>
    route.fulfill({ json: { release: '0.3.0', upgrading: true, services: [funnel, { name: 'matcher', ...down }] } }),
  );
  await expect(page.getByText('An upgrade is running')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Deliveries to webhooks.* funnel 3 Nov 27/ })).toBeVisible();
  await expect(page.getByText('does not answer: matcher.')).toBeVisible();
  await expectAccessible(page);
  expect(trouble).toEqual([]);
});

test('an administrator cannot change the own account, and members of a company have no screens of the platform (docs/dashboard.md Y19.1, Y19.2)', async ({
  page,
  baseURL,
}) => {
  const admin = await createPlatformAdmin(baseURL);
  await signIn(page, baseURL, admin, '/platform/users');
  await page.getByLabel('Beginning of the name').fill(admin.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page
    .getByRole('row', { name: new RegExp(admin.email) })
    .getByRole('button')
    .click();
  const items = page.getByRole('menuitem');
  await expect(items).toHaveText([/^Link for a new password/, /^Remove from/, /^Disable/, /^Erase/]);
  for (const item of await items.all()) {
    await expect(item).toContainText('Another administrator must change your account.');
    await expect(item).toBeDisabled();
  }

  await page.context().clearCookies();
  await signIn(page, baseURL, await createMember(baseURL, 'linden-lune'), '/platform/users');
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
});

import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, dashboardOrigin, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createFunnel, createManagement, freshHandle, question, shot } from '../../support/browser/questionnaire.js';
import { listLoaded, openScreen } from '../../support/browser/screens.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' })];

/** Whether the browser asks before the page is left. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** What scripts of the page can read and keep. */
const readStorage = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href]));

test('an administrator signs in, creates a key that works, replaces it by another one and revokes it (docs/dashboard.md Y4.2, Y4.6, Y4.7)', async ({
  page,
  baseURL,
  request,
}) => {
  const handle = freshHandle('dash-keys');
  const trouble = watchTrouble(page);
  const { ids } = await createFunnel(baseURL, handle, { steps });
  const member = await createMember(baseURL, handle);

  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/settings/developer`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('E-mail address').fill(member.email);
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Address and password do not match');
  await page.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await page.keyboard.press('Enter');

  // The wanted address comes after the sign-in.
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  // An empty list is a sentence, and the action is next to it (Y2.2).
  await expect(page.getByText('There is no key yet')).toBeVisible();
  await expect(page.getByRole('table', { name: 'API keys' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('Web shop');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
  const value = await page.getByLabel('Key', { exact: true }).inputValue();
  expect(value).toMatch(/^svc_live_/);
  await shot(page, 'dashboard-key');

  // A value that was not copied is not lost by one key press.
  expect(await asksBeforeLeaving(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByText('You have not copied the key')).toBeVisible();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  await expect(page.getByRole('row', { name: /Web shop/ })).toContainText(value.slice(-4));
  expect(await asksBeforeLeaving(page)).toBe(false);
  // The session is a cookie that scripts cannot read; they keep neither the password nor the key (Y3.5).
  const stored = await readStorage(page);
  expect(JSON.parse(stored)[0]).toBe('');
  for (const secret of [member.password, value]) expect(stored).not.toContain(secret);
  await expect(page.getByText('1 of 20 keys is active.')).toBeVisible();
  expect(await page.content()).not.toContain(value);

  const read = (key = value) =>
    request.get(`${baseURL}/api/v1/funnels/${ids.id}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await read()).status()).toBe(200);

  // The guide shows when the new key is used, and revokes one that is in use only after a confirmation (Y4.6).
  const next = await createManagement(baseURL).call('POST', `/companies/${handle}/api-keys`, { name: 'Next' });
  await page.reload();
  // Who created a key, where that is known (Y4.7).
  const createdBy = (name: string) => page.getByRole('row', { name }).locator('[data-label="By"]');
  await expect(createdBy('Web shop')).toHaveText(member.name);
  await expect(createdBy('Next')).toHaveText('Platform token, or not known');
  const revoking = page.getByRole('button', { name: 'Revoke the earlier key' });
  await page.getByLabel('New key').selectOption({ label: `Next (…${next.body.lastFour})` });
  await expect(page.getByRole('status').filter({ hasText: 'Not used yet' })).toBeVisible();
  expect((await read(next.body.value)).status()).toBe(200);
  await expect(page.getByRole('status').filter({ hasText: 'Last used:' })).toBeVisible();
  await page.getByLabel('Earlier key').selectOption({ label: `Web shop (…${value.slice(-4)})` });
  await expect(revoking).toBeDisabled();
  await page.getByRole('checkbox', { name: /used within the last hour/ }).check();
  await expectAccessible(page);
  await revoking.click();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Revoke' })).toBeDisabled();
  await dialog.getByLabel('Type “Web shop” to confirm').fill('Web shop');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /Web shop/ })).toContainText('Revoked');
  expect((await read()).status()).toBe(401);
  await expectAccessible(page);
  expect(trouble).toEqual([]);
});

test('a session that ended asks for a sign-in over the page, and nothing typed is lost (docs/dashboard.md Y3.1)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-session');
  await createFunnel(baseURL, handle, { steps });
  const member = await createMember(baseURL, handle);
  await enter(page, baseURL, member, `/c/${handle}/settings/developer`);
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  await page.getByLabel('Name').fill('Typed before');
  await page.context().clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await page.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The key is created')).toBeVisible();
});

test('an analyst sees why the keys are not shown, and nothing of other companies and users (docs/dashboard.md Y2.4, Y2.5, Y3.5)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-analyst');
  await createFunnel(baseURL, handle, { steps });
  const analyst = await createMember(baseURL, handle, 'ANALYST');
  await enter(page, baseURL, analyst, `/c/${handle}/settings/developer`);
  await expect(page.getByRole('heading', { name: 'You may not see this' })).toBeVisible();
  await expect(page.getByText('An administrator of your company can change your role.')).toBeVisible();
  // A company that does not exist, and one of others.
  for (const company of ['another-company', 'linden-lune']) {
    await page.goto(`${dashboardOrigin(baseURL)}/c/${company}`);
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
    await expect(page.getByText('It does not exist, or you are not a member of its company.')).toBeVisible();
  }
  await expectAccessible(page);

  // Another user signs in without a reload: nothing that was loaded before is left.
  await openScreen(page, `/c/${handle}/funnels`);
  const isLoaded = async () => (await listLoaded(page)).join().includes(handle);
  expect(await isLoaded()).toBe(true);
  const other = await createMember(baseURL, 'linden-lune');
  await page.context().clearCookies();
  await openScreen(page, '/sign-in');
  await page.getByLabel('E-mail address').fill(other.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(other.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(await isLoaded()).toBe(false);
});

test('an editor creates a management token with which a program works, and revokes it (docs/dashboard.md Y43.1)', async ({
  page,
  baseURL,
  request,
}) => {
  const handle = freshHandle('dash-tokens');
  const trouble = watchTrouble(page);
  await createFunnel(baseURL, handle, { steps });
  await enter(page, baseURL, await createMember(baseURL, handle, 'EDITOR'), '/me');
  await expect(page.getByText('You have no token in this company.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly import');
  // No role above the own one is offered.
  await expect(dialog.getByLabel('Role').getByRole('option')).toHaveText(['Editor', 'Analyst']);
  const lastDay = new Date(Date.now() + 30 * 24 * 3_600_000);
  await dialog.getByLabel('Last day').fill(lastDay.toISOString().slice(0, 10));
  await expectAccessible(page);
  await shot(page, 'dashboard-token-form');
  await page.keyboard.press('Enter');
  const value = await page.getByLabel('Token', { exact: true }).inputValue();
  expect(value).toMatch(/^svc_manage_/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('You have not copied the token')).toBeVisible();
  await page.keyboard.press('Escape');
  const token = page.getByRole('row', { name: /Nightly import/ });
  await expect(token).toContainText(value.slice(-4));
  await expect(token).toContainText(lastDay.toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' }));
  await expectAccessible(page);
  await shot(page, 'dashboard-tokens');

  const call = async (path: string, method = 'GET') => {
    const url = `${baseURL}/api/admin/v1/companies/${path}`;
    return (await request.fetch(url, { method, headers: { authorization: `Bearer ${value}` } })).status();
  };
  expect(await call(`${handle}/funnels`)).toBe(200);
  expect(await call(`${handle}/api-keys`)).toBe(403);
  expect(await call('another-company/funnels')).toBe(404);

  await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /Nightly import/ })).toContainText('Revoked');
  expect(await call(`${handle}/funnels`)).toBe(401);
  expect(trouble).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, dashboardOrigin, enter, signIn, watchTrouble } from '../../support/browser/dashboard.js';
import {
  createFunnel,
  createManagement,
  everyStep,
  freshHandle,
  funnelOrigin,
} from '../../support/browser/questionnaire.js';
import { send } from '../../support/http.js';

test('an administrator invites, hands the link over, changes a role and removes a member, and the log has it (docs/dashboard.md Y7.1 to Y7.3, Y11.3, Y11.4)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-people');
  const trouble = watchTrouble(page);
  await createFunnel(baseURL, handle, {});
  const admin = await createMember(baseURL, handle);
  const editor = await createMember(baseURL, handle, 'EDITOR');
  const policy = { mayInvite: true, requireTwoFactor: false, editorsMayPublish: false };
  await createManagement(baseURL).call('PUT', `/companies/${handle}/policy`, policy);
  await enter(page, baseURL, admin, `/c/${handle}/settings/people`);

  await expect(page.getByRole('row', { name: new RegExp(admin.email) })).toContainText('You');
  await expectAccessible(page);
  const own = page.getByRole('row', { name: new RegExp(admin.email) });
  const toCell = (column: string) => own.locator(`[data-label="${column}"]`);
  await expect(toCell('Role')).toHaveText('Company administrator');
  await expect(toCell('Second factor')).toHaveText('No');
  await expect(toCell('Last sign-in')).toHaveText(/\d:\d\d/);
  await own.getByRole('button').click();
  await expect(page.getByRole('menuitem', { name: /Remove from the company/ })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: /Another administrator must change/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByLabel('E-mail address').fill('grace@glow.example');
  await page.getByRole('radio', { name: 'Analyst' }).check();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  const link = await page.getByLabel('Link of the invitation').inputValue();
  expect(link).toMatch(new RegExp(`^${dashboardOrigin(baseURL)}/invite#`));
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(link);
  await expect(page.getByRole('row', { name: /grace@glow\.example/ })).toContainText('Waiting');

  // A second invitation of the address offers to send the first one again. There must be a minute between two, which a slow run may reach.
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByLabel('E-mail address').fill('grace@glow.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('has an invitation that was not accepted yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  const tooSoon = page.getByText('Too many requests. Please wait a moment.');
  await expect(tooSoon.or(page.getByLabel('Link of the invitation'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Actions of grace@glow.example' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No invitation is waiting for an answer.')).toBeVisible();
  // Those that ended are shown on demand (Y7.1).
  const ended = page.getByRole('checkbox', { name: 'Also show those that were accepted or revoked' });
  await ended.check();
  await expect(page.getByRole('row', { name: /grace@glow\.example/ })).toContainText('Revoked');
  await ended.uncheck();

  const row = page.getByRole('row', { name: new RegExp(editor.email) });
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Change the role' }).click();
  await page.getByRole('radio', { name: 'Company administrator' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
  await expect(row).toContainText('Company administrator');
  // A link for a new password is shown once, where mail cannot be sent (Y7.3).
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Link for a new password' }).click();
  await page.getByRole('button', { name: 'Create the link' }).click();
  const reset = await page.getByLabel('Link', { exact: true }).inputValue();
  expect(reset).toMatch(new RegExp(`^${dashboardOrigin(baseURL)}/reset#`));
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(reset);
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Remove from the company' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the company' }).click();
  await expect(row).toHaveCount(0);
  await expectAccessible(page);

  // The audit log has all of it, also what was refused, with the values that changed (Y11.4).
  await page.getByRole('link', { name: 'Audit log' }).click();
  const removal = page.getByRole('row', { name: /Removed a member/ });
  await expect(removal).toContainText(admin.email);
  await expect(removal).toContainText('Done');
  await expect(page.getByRole('row', { name: /Changed a role/ })).toContainText('Role: from EDITOR to ADMIN');
  await expect(page.getByRole('row', { name: /Invited a person.*Refused/ })).toContainText('CONFLICT');
  await page.getByRole('combobox', { name: 'What' }).selectOption('Invitations');
  await expect(removal).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Revoked an invitation/ })).toBeVisible();
  await page.getByRole('button', { name: 'Check the log' }).click();
  await expect(page.getByText('The log is complete and unchanged.')).toBeVisible();
  await expectAccessible(page);
  // Every place where a log is broken (Y11.3).
  const problems = [4, 9].map((number) => ({ number, message: `Record ${number} was changed.` }));
  const broken = { records: 12, head: null, problems };
  await page.route('**/audit/verification', (route) => route.fulfill({ json: broken }));
  await page.getByRole('button', { name: 'Check the log' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The log is not complete, or it was changed' });
  await expect(alert.getByRole('listitem')).toHaveText(problems.map(({ message }) => message));
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByText('No entry fits the filter')).toBeVisible();
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as a table' }).click(),
  ]);
  expect(table.suggestedFilename()).toBe(`audit-${handle}.csv`);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(page.getByRole('row', { name: /Removed a member/ })).toBeVisible();

  // A company whose administrators may not invite (Y7.2).
  await createManagement(baseURL).call('PUT', `/companies/${handle}/policy`, { ...policy, mayInvite: false });
  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/settings/people`);
  await expect(page.getByText('Administrators of this company may not invite people.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled();
  expect(trouble).toEqual([]);
});

test('two administrators change settings without overwriting each other, and a policy takes effect immediately (docs/dashboard.md Y8.2, Y8.3)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-settings');
  const trouble = watchTrouble(page);
  const { apply } = await createFunnel(baseURL, handle, {});
  await signIn(page, baseURL, await createMember(baseURL, handle), `/c/${handle}`);

  // The address of the company itself shows its first screen.
  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/settings/company`);
  await page.getByLabel('Name').fill('Glow Cosmetics');
  await page.getByLabel('Privacy notice').fill('https://glow.example/privacy');
  await apply({ company: { name: 'Glow by Ada', currency: 'CHF' } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('It is now “Glow by Ada”. You entered “Glow Cosmetics”.')).toBeVisible();
  const who = page.getByRole('link', { name: 'Audit log (new tab)' });
  await expect(who).toHaveAttribute('href', `/c/${handle}/settings/audit`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  // What only the other one changed is kept.
  await expect(page.getByLabel('Currency')).toHaveValue('CHF');
  await expect(page.getByLabel('Name')).toHaveValue('Glow Cosmetics');

  await page.getByRole('textbox', { name: 'Domain' }).fill('co.uk');
  await page.getByRole('button', { name: 'Add the domain' }).click();
  await expect(page.getByRole('alert')).toContainText('Please correct what you entered.');
  await page.getByRole('textbox', { name: 'Domain' }).fill('https://shop.glow.example/products');
  await page.getByRole('button', { name: 'Add the domain' }).click();
  await page.getByRole('button', { name: 'Remove shop.glow.example' }).click();
  await expect(page.getByText('There is no domain yet.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('checkbox', { name: /may invite people/ })).toBeDisabled();
  // Where the user is signed in (Y82.1, Y82.2): here, and where the invitation was accepted.
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(page.getByText('The members of the company have 2 active sessions.')).toBeVisible();
  await expect(sessions.getByRole('row', { name: /Chrome on Linux.*This one/ })).toBeVisible();
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await expect(page.getByText('The members of the company have 1 active session.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Every member needs a second factor' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your company requires a second factor. Set it up to continue.')).toBeVisible();
  expect(trouble).toEqual([]);
});

test('a webhook is set up, tested and its delivery sent again; then the shopper is erased (docs/dashboard.md Y9.1, Y9.2, Y10.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-webhook');
  const trouble = watchTrouble(page);
  await createFunnel(baseURL, handle, { steps: everyStep() });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/settings/webhooks`);

  const sent: string[] = [];
  await page.route('**/api/admin/**', (route, request) => {
    sent.push(request.postData() ?? '');
    return route.fallback();
  });
  await expect(page.getByText('Nothing was delivered yet')).toBeVisible();
  await page.getByRole('region', { name: 'Webhook' }).getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Address').fill('https://merchant.invalid/hook');
  await page.getByRole('button', { name: 'Save' }).click();
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(`Secret …${secret.slice(-4)}`)).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  expect(sent.filter((body) => body.includes(secret))).toHaveLength(1);
  await page.unroute('**/api/admin/**');

  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('No answer')).toBeVisible();
  await expect(page.getByText('test@example.com')).toBeHidden();
  await page.getByText('Body that was sent').click();
  await expect(page.getByText('test@example.com')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  const next = await page.getByLabel('Secret', { exact: true }).inputValue();
  expect(next).toMatch(/^whsec_/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(`Secret …${next.slice(-4)}`)).toBeVisible();
  await expect(page.getByText('The former secret signs as well until')).toBeVisible();

  // An endpoint that was switched off says why and since when, and can be switched on (Y9.2).
  const endpoint = { target: 'webhook', url: 'https://merchant.invalid/hook', failingSince: null, pending: 2 };
  const off = { state: 'DISABLED', disabledReason: 'GONE', disabledAt: '2026-11-20T10:00:00.000Z' };
  await page.route('**/webhooks/endpoints', (route) => route.fulfill({ json: { data: [{ ...endpoint, ...off }] } }));
  await page.reload();
  await expect(page.getByText(/^Switched off at Nov 20, 2026, .*: the endpoint answered 410\./)).toBeVisible();
  await page.unroute('**/webhooks/endpoints');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText(/^Switched off at/)).toHaveCount(0);

  const email = `${randomUUID().slice(0, 8)}@mail.example`;
  const { host } = new URL(funnelOrigin(baseURL, handle));
  const body = { hairColor: 'BROWN', email, selectionValues: [{ stepId: 1, selectedKey: 'look' }] };
  const submitted = await send((baseURL as string).replace('localhost', '127.0.0.1'), '/api/analyses', { host, body });
  expect(submitted.status, submitted.text).toBe(200);
  const row = page.getByRole('row', { name: /Waiting/ });
  await expect(row).toContainText('Webhook');
  await page.getByLabel('State').selectOption('Delivered');
  await expect(page.getByText('No delivery fits the filter')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deliver a period again' }).click();
  await expect(page.getByRole('dialog').getByLabel('Endpoint')).toHaveValue('webhook');
  await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(3);
  await page.getByLabel('Submitted from').fill('2026-01-02T00:00');
  await page.getByLabel('Submitted before').fill('2026-01-01T00:00');
  await expect(page.getByText('The end must be after the start.')).toBeVisible();
  await page.getByLabel('Submitted before').fill('2026-01-03T00:00');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver again' }).click();
  await expect(page.getByText('0 deliveries are due.')).toBeVisible(); // Y9.5
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await row.getByRole('link').click();
  await expect(page.getByText(/^Attempt 1,/)).toBeVisible();
  await page.getByRole('button', { name: 'Deliver again' }).click();
  await expect(page.getByText(/^Attempt 2,/)).toBeVisible();
  await expect(page.getByText(email)).toBeHidden();
  await page.getByText('Body that was sent').click();
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);

  // One analysis is erased by its id (Y10.2).
  const { id } = submitted.body as { id: string };
  const another = await send((baseURL as string).replace('localhost', '127.0.0.1'), '/api/analyses', { host, body });
  // The button stays where it was pressed while the recommendations come.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/preview-match', (route) => held.then(() => route.fallback()));
  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/shoppers?analysis=${another.body.id}`);
  await page.getByRole('button', { name: 'Erase this analysis' }).hover();
  await page.mouse.down();
  release();
  await expect(page.getByText('No product fits these answers.')).toBeVisible();
  await page.mouse.up();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/shoppers?analysis=${another.body.id}`);
  await expect(page.getByText('There is no such analysis')).toBeVisible();
  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/shoppers?analysis=${id}`);
  await expect(page.getByRole('row', { name: 'Your hair? Dark brown' })).toBeVisible();
  expect(await page.content()).not.toContain(email);
  await expectAccessible(page);
  await page.getByLabel('E-mail address of the shopper').fill(email);
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Erase' })).toBeDisabled();
  await dialog.getByLabel(`Type “${email}” to confirm`).fill(email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('1 analysis is erased.')).toBeVisible();
  await expect(page.getByText('There is no such analysis')).toBeVisible();
  expect(trouble).toEqual([]);
});

/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import {
  createMember,
  createPlatformAdmin,
  dashboardOrigin,
  enter,
  watchTrouble,
} from '../../support/browser/dashboard.js';
import { createKeyboard } from '../../support/browser/keyboard.js';
import {
  createFunnel,
  createManagement,
  freshHandle,
  funnelOrigin,
  question,
} from '../../support/browser/questionnaire.js';
import { createTotp } from '../../support/browser/totp.js';
import { smallCompany } from '../../support/companies.js';
import { send } from '../../support/http.js';
import { png } from '../../support/pictures.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' })];

test('by keyboard only: invite, accept, second factor, key, revoke (docs/dashboard.md Y5.1, docs/identity.md I5, I6)', async ({
  browser,
  baseURL,
  request,
}) => {
  const handle = freshHandle('keyboard-invite');
  const { ids } = await createFunnel(baseURL, handle, { steps });
  const policy = { mayInvite: true, requireTwoFactor: false, editorsMayPublish: false };
  await createManagement(baseURL).call('PUT', `/companies/${handle}/policy`, policy);
  const people = `${dashboardOrigin(baseURL)}/c/${handle}/settings/people`;
  const member = await createMember(baseURL, handle);

  const inviter = await (await browser.newContext()).newPage();
  const hand = createKeyboard(inviter);
  await inviter.goto(people);
  await hand.fill(inviter.getByLabel('E-mail address'), member.email);
  await hand.fill(inviter.getByRole('textbox', { name: 'Password' }), member.password);
  await hand.press('Enter');
  await hand.activate(inviter.getByRole('button', { name: 'Invite', exact: true }));
  await hand.fill(inviter.getByLabel('E-mail address'), `keys@${handle}.example`);
  // The roles are one group: arrows choose.
  await hand.press('Tab');
  const administrator = inviter.getByRole('radio', { name: 'Company administrator' });
  for (let pressed = 0; pressed < 3 && !(await administrator.isChecked()); pressed++) await hand.press('ArrowUp');
  await expect(administrator).toBeChecked();
  await hand.press('Enter');
  const link = await inviter.getByLabel('Link of the invitation').inputValue();
  await hand.activate(inviter.getByRole('button', { name: 'Done' }));
  await expect(inviter.getByRole('button', { name: 'Invite', exact: true })).toBeFocused();
  // A dialog of a menu gives the focus back to the button of the menu.
  const actions = inviter.getByRole('button', { name: `Actions of keys@${handle}.example` });
  await hand.activate(actions);
  const revoke = inviter.getByRole('menuitem', { name: 'Revoke' });
  await expect(revoke).toBeVisible();
  for (let pressed = 0; pressed < 3 && !(await revoke.evaluate((item) => item === document.activeElement)); pressed++) {
    await hand.press('ArrowDown');
  }
  await hand.press('Enter');
  // Before it has the focus, Escape is for the menu, which closes.
  await expect(inviter.getByRole('dialog').locator(':focus')).toBeVisible();
  await hand.press('Escape');
  await expect(actions).toBeFocused();
  await createManagement(baseURL).call('PUT', `/companies/${handle}/policy`, {
    ...policy,
    requireTwoFactor: true,
  });

  const guest = await (await browser.newContext()).newPage();
  const trouble = watchTrouble(guest);
  const keys = createKeyboard(guest);
  await guest.goto(link);
  await keys.fill(guest.getByLabel('Name'), 'Grace Hopper');
  await keys.fill(guest.getByRole('textbox', { name: 'New password' }), 'a sentence that Grace remembers');
  await keys.press('Enter');
  await keys.activate(guest.getByRole('button', { name: 'Set up an authenticator app' }));
  const secret = await guest.getByLabel('Secret', { exact: true }).inputValue();
  await keys.fill(guest.getByLabel('Code of the authenticator app'), createTotp(secret, 4));
  await keys.press('Enter');
  await expect(guest.getByText('The clock of your phone is wrong.')).toBeVisible();
  await keys.fill(guest.getByLabel('Code of the authenticator app'), createTotp(secret));
  await keys.press('Enter');
  await keys.activate(guest.getByRole('button', { name: 'I have kept them' }));

  await guest.goto(`${dashboardOrigin(baseURL)}/c/${handle}/settings/developer`);
  await keys.activate(guest.getByRole('button', { name: 'Create a key' }).first());
  await expect(guest.getByLabel('Name')).toBeFocused();
  await keys.type('Shop server');
  await keys.press('Enter');
  const value = await guest.getByLabel('Key', { exact: true }).inputValue();
  const read = async () => {
    const headers = { authorization: `Bearer ${value}` };
    return (await request.get(`${baseURL}/api/v1/funnels/${ids.id}`, { headers })).status();
  };
  expect(await read()).toBe(200);
  // Escape closes, after one warning, as the value was not copied.
  await keys.press('Escape');
  await keys.press('Escape');
  await expect(guest.getByRole('dialog')).toHaveCount(0);
  await guest.reload();
  await keys.activate(guest.getByRole('button', { name: 'Revoke Shop server' }));
  await keys.fill(guest.getByLabel('Type “Shop server” to confirm'), 'Shop server');
  await keys.press('Enter');
  await expect(guest.getByRole('row', { name: /Shop server/ })).toContainText('Revoked');
  // The button that opened the dialog is gone.
  await expect(guest.getByRole('heading', { name: 'API keys' })).toBeFocused();
  expect(await read()).toBe(401);
  expect(trouble).toEqual([]);
});

test('the list of keys has those of the screen, in addition to those of every screen (docs/dashboard.md Y5.5, Y45.1)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('keyboard-list');
  await createFunnel(baseURL, handle, { steps });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}`);
  const list = page.getByRole('dialog', { name: 'Keys' });
  const own = list.getByRole('table', { name: 'On this screen' });
  const funnel = `funnels/${handle}`;
  for (const [path, row] of [
    [funnel, 'Duplicate it Ctrl D'],
    [`${funnel}/rules`, 'Move the entry up or down Alt ↑ ↓'],
    [`${funnel}/result-page`, 'Undo Ctrl Z'],
    ['products/tagging', 'Copy with ids and tags Ctrl Shift C'],
  ] as const) {
    await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/${path}`);
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('?');
    await expect(own.getByRole('row', { name: row })).toBeVisible();
    await expect(list.getByRole('table', { name: 'Everywhere' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
  }
  // Screens without keys of their own list those of every screen only.
  await page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/settings/look`);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await expect(list.getByRole('table', { name: 'Everywhere' })).toBeVisible();
  await expect(own).toHaveCount(0);
});

test('the tags of a product that the catalog does not have are a screen with a heading (docs/dashboard.md Y26)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('keyboard-no-item');
  await createFunnel(baseURL, handle, { steps });
  const member = await createMember(baseURL, handle);
  await enter(page, baseURL, member, `/c/${handle}/products/item-tags`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tags of a product or a variant');
  await expectAccessible(page);
});

test('by keyboard only: settings, an import, products, erasure, the audit log and the platform (docs/dashboard.md Y5.1)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('keyboard-areas');
  const trouble = watchTrouble(page);
  await createFunnel(baseURL, handle, { steps });
  const { host } = new URL(funnelOrigin(baseURL, handle));
  const email = 'ada@keyboard.example';
  const body = { email, selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const submitted = await send(origin, '/api/analyses', { host, body });
  expect(submitted.status, submitted.text).toBe(200);
  await enter(page, baseURL, await createPlatformAdmin(baseURL), `/c/${handle}/settings/company`);
  const keys = createKeyboard(page);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  // Settings are saved by Ctrl S, from the field.
  await keys.fill(page.getByRole('textbox', { name: 'Name' }), 'Typed by keyboard');
  await keys.press('Control+s');
  await expect(page.getByText('Saved.')).toBeVisible();

  // A file is chosen by the button; its check and its import are buttons.
  await keys.activate(page.getByRole('link', { name: 'Imports' }));
  await expect(heading('Imports')).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await keys.activate(page.getByRole('button', { name: 'Choose a file' }));
  const csv = 'id;name;url;price\nV1;Balm;https://s.example/1;9.90\nV2;Cream;https://s.example/2;9.90';
  await (await chooser).setFiles({ name: 'catalog.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await keys.activate(page.getByRole('button', { name: 'Check the file' }));
  await expect(page.getByText('This was a check. Nothing was changed')).toBeVisible();
  await keys.activate(page.getByRole('button', { name: 'Import now' }));
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Succeeded');

  // Products are searched and opened; the dialog of a variant gives the focus back.
  await keys.press('Escape');
  await keys.tabTo(page.getByRole('link', { name: 'Products', exact: true }).first());
  await keys.press('Enter');
  await keys.fill(page.getByLabel('Search by name'), 'balm');
  await expect(page.getByRole('row')).toHaveCount(2);
  await keys.activate(page.getByRole('link', { name: 'Balm' }));
  const details = page.getByRole('button', { name: 'Details of Balm' });
  await keys.activate(details);
  await expect(page.getByRole('dialog')).toBeVisible();
  await keys.press('Escape');
  await expect(details).toBeFocused();

  // An erasure names the address twice.
  await keys.activate(page.getByRole('link', { name: 'Shoppers' }));
  await keys.fill(page.getByLabel('E-mail address of the shopper'), email);
  await keys.press('Enter');
  await keys.fill(page.getByLabel(`Type “${email}” to confirm`), email);
  await keys.press('Enter');
  await expect(page.getByText('1 analysis is erased.')).toBeVisible();

  // The audit log has it, and is checked.
  await keys.activate(page.getByRole('link', { name: 'Audit log' }));
  await expect(page.getByRole('table')).toContainText('Erased analyses by e-mail address');
  await keys.activate(page.getByRole('button', { name: 'Check the log' }));
  await expect(page.getByText('The log is complete and unchanged.')).toBeVisible();

  // The platform: users are searched, and a dialog of a row is closed without effect.
  await page.goto(`${dashboardOrigin(baseURL)}/platform/companies`);
  await keys.activate(page.getByRole('link', { name: 'Users' }));
  await expect(heading('Users')).toBeFocused();
  await keys.activate(page.getByRole('link', { name: 'State of the system' }));
  await expect(page.getByRole('table', { name: 'State of the system' })).toContainText('matcher');
  expect(trouble).toEqual([]);
});

test('by keyboard only: a webhook with its test and its log, a set, and the picture of an option (docs/dashboard.md Y5.1, Y9, Y31, Y33)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('keyboard-more');
  const trouble = watchTrouble(page);
  const { catalog } = smallCompany({ variants: ['dry-1', 'oily-1', 'plain-duo'] });
  await createFunnel(baseURL, handle, { steps, company: { catalog, sets: [] } });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/settings/webhooks`);
  const keys = createKeyboard(page);
  const dialog = page.getByRole('dialog');

  await keys.activate(page.getByRole('region', { name: 'Webhook' }).getByRole('button', { name: 'Set up' }));
  await expect(dialog.getByLabel('Address')).toBeFocused();
  await keys.type('https://merchant.invalid/hook');
  await keys.press('Enter');
  await expect(dialog.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/);
  await keys.activate(dialog.getByRole('button', { name: 'Done' }));
  const test = page.getByRole('button', { name: 'Send a test' });
  await keys.activate(test);
  await keys.activate(dialog.getByRole('button', { name: 'Send', exact: true }));
  await expect(dialog.getByText('No answer')).toBeVisible();
  await keys.activate(dialog.getByText('Body that was sent'));
  await expect(dialog.getByText('test@example.com')).toBeVisible();
  await keys.press('Escape');
  await expect(test).toBeFocused();
  await keys.activate(page.getByRole('button', { name: 'Deliver a period again' }));
  await expect(dialog).toBeVisible();
  await keys.press('Escape');
  // The filter of the log is a list, whose entries are typed.
  await keys.tabTo(page.getByLabel('State'));
  await keys.type('Deliv');
  await expect(page.getByText('No delivery fits the filter')).toBeVisible();
  await keys.activate(page.getByRole('button', { name: 'Clear the filter' }));
  await expect(page.getByText('Nothing was delivered yet')).toBeVisible();

  await page.getByRole('heading', { level: 1 }).focus();
  await keys.pressSequence('g', 'p');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused();
  await keys.activate(page.getByRole('link', { name: 'Sets' }));
  await keys.activate(page.getByRole('button', { name: 'Add a fixed set' }));
  const form = page.getByRole('group', { name: /^Form of / });
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await keys.type('Skin duo');
  await keys.fill(form.getByRole('combobox', { name: 'Variant of the set itself' }), 'plain-duo');
  await keys.press('Enter');
  await keys.tabTo(form.getByRole('combobox', { name: 'Variants in the set' }));
  for (const name of ['dry-1', 'oily-1']) {
    await keys.type(name);
    await keys.press('Enter');
  }
  await keys.press('Control+s');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  const { body } = await createManagement(baseURL).call('GET', `/companies/${handle}/blueprint`);
  expect(body.sets).toMatchObject([{ name: { default: 'Skin duo' } }]);

  await page.getByRole('heading', { level: 1 }).focus();
  await keys.pressSequence('g', 'f');
  await keys.activate(page.getByRole('link', { name: 'Find your glow', exact: true }));
  const option = page.getByRole('group', { name: /^Option 1: / });
  await keys.activate(option.locator('summary').filter({ hasText: /^Key / }));
  const chooser = page.waitForEvent('filechooser');
  await keys.activate(option.getByRole('button', { name: 'Upload a picture' }));
  await (await chooser).setFiles({ name: 'dry.png', mimeType: 'image/png', buffer: png(64, 64) });
  await expect(option.getByLabel('Address of a picture')).toHaveValue(/\/m\//);
  await keys.activate(option.getByRole('button', { name: 'Choose an uploaded one' }));
  await expect(page.getByRole('dialog', { name: 'Pictures of the company' })).toBeVisible();
  await keys.press('Escape');
  await keys.activate(option.getByRole('button', { name: 'Remove the picture' }));
  await expect(option.getByLabel('Address of a picture')).toHaveValue('');
  await expect(page.getByText(/^Saved \d/)).toBeVisible({ timeout: 20_000 });
  expect(trouble).toEqual([]);
});

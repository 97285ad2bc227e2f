import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, enter, invite } from '../../support/browser/dashboard.js';
import { createFunnel, createManagement, freshHandle, question } from '../../support/browser/questionnaire.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' })];
const ENDED = 'This invitation was used, was revoked or has expired. Ask for a new one.';

test('an invitation that ends while its form is filled in, and one that has expired, say so (docs/dashboard.md Y72.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('bad-links');
  await createFunnel(baseURL, handle, { steps });
  await page.goto(await invite(baseURL, handle, `grace@${handle}.example`, 'EDITOR'));
  await page.getByLabel('Name').fill('Grace Hopper');
  const password = page.getByRole('textbox', { name: 'New password' });
  await password.fill('a sentence that Grace remembers');

  const management = createManagement(baseURL);
  const { body } = await management.call('GET', `/companies/${handle}/invitations`);
  await management.call('DELETE', `/companies/${handle}/invitations/${body.data[0].id}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(ENDED);
  await expect(page.getByLabel('Name')).toHaveValue('Grace Hopper');
  await expect(password).toHaveValue('a sentence that Grace remembers');
  await expectAccessible(page);

  // Seven days later: the service answers the look-up of such a link so (apps/identity-svc/src/invitations.test.ts).
  const shown = {
    ...{ invitationId: 'i', company: 'Glow', role: 'EDITOR', email: `ada@${handle}.example`, inviter: 'Grace Hopper' },
    ...{ hasAccount: false, state: 'EXPIRED' },
  };
  await page.route('**/auth/invitations/lookup', (route) => route.fulfill({ json: shown }));
  const link = await invite(baseURL, handle, `ada@${handle}.example`, 'EDITOR');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(ENDED)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveCount(0);
});

test('an import that fails halfway says where and leaves the catalog as it was; one that was not sent can be sent again (docs/dashboard.md Y72.1, Y72.3)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('bad-import');
  await createFunnel(baseURL, handle, { steps });
  const management = createManagement(baseURL);
  const countProducts = async () =>
    (await management.call('GET', `/companies/${handle}/catalog/products?limit=100`)).body.data.length;
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/imports`);
  const toRows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `V${from + n};Balm;https://s.example/${from + n};9.90`);
  const choose = (name: string, rows: string[]) =>
    page.locator('input[type=file]').setInputFiles({
      ...{ name, mimeType: 'text/csv' },
      buffer: Buffer.from(['id;name;url;price', ...rows].join('\n')),
    });
  const history = page.getByRole('table', { name: 'History' });

  // A quote that is never closed, behind thousands of good rows.
  await choose('halfway.csv', [
    ...toRows(0, 4_000),
    'V4000;"Balm;https://s.example/4000;9.90',
    ...toRows(4_001, 4_010),
  ]);
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByText('A quote that is opened in the row of line 4002 is never closed').first()).toBeVisible();
  await expect(history).toContainText('Failed');
  expect(await countProducts()).toBe(0);
  await expectAccessible(page);

  // The connection breaks while a file is sent.
  await choose('good.csv', toRows(0, 3));
  let isBroken = false;
  await page.route('**/catalog/imports?*', (route) => {
    if (isBroken || route.request().method() !== 'POST') return route.fallback();
    isBroken = true;
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByText('There is no connection to the service').first()).toBeVisible();
  await expect(page.getByText('good.csv').first()).toBeVisible();
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(history).toContainText('Succeeded');
  expect(await countProducts()).toBe(3);
});

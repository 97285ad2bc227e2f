import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, dashboardOrigin, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { pressSequence } from '../../support/browser/keyboard.js';
import { createFunnel, everyStep, freshHandle } from '../../support/browser/questionnaire.js';
import { createPlaces } from '../../support/browser/screens.js';

test('keys open screens, search, help and save, and single letters can be switched off (docs/dashboard.md Y5.5)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('frame-keys');
  const trouble = watchTrouble(page);
  await createPlaces(baseURL, handle);
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await pressSequence(page, 'g', 'p');
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused();

  // A screen that arrives behind the dialog leaves it the focus.
  await pressSequence(page, 'g', 'm');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Screens, funnels, products' });
  await expect(page.locator('h1', { hasText: 'Imports' })).toBeAttached();
  await expect(search).toBeFocused();
  await search.fill('velvet');
  await expect(page.getByRole('group', { name: 'Products' }).getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await search.fill('audit');
  await expect(page.getByRole('option')).toHaveText(['Audit log']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/audit$/);
  // Letters mean nothing while a dialog is open.
  await expect(search).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeFocused();

  await pressSequence(page, 'g', 's');
  await page.getByRole('textbox', { name: 'Name' }).fill('Glow ? gp Cosmetics');
  await expect(page).toHaveURL(/\/settings\/company$/);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('There is nothing to save.')).toBeAttached();

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keys' });
  await expect(list.getByRole('row', { name: 'Search and commands Ctrl K' })).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('checkbox', { name: 'Keys without Ctrl' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await pressSequence(page, 'g', 'p');
  await page.keyboard.press('?');
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL(/\/settings\/company$/);
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  expect(trouble).toEqual([]);
});

test('a lost connection is said, and the screen continues by itself (docs/dashboard.md Y2.1, Y2.6)', async ({
  page,
  context,
  baseURL,
}) => {
  const handle = freshHandle('frame-offline');
  await createFunnel(baseURL, handle, { steps: everyStep() });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/settings/company`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed while offline');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('There is no connection to the service').first()).toBeVisible();
  await expectAccessible(page);
  // What was loaded before stays, and is marked while it is loaded again.
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/companies/${handle}/settings`, async (route) => {
    if (route.request().method() === 'GET') await isAnswered;
    await route.continue();
  });
  await context.setOffline(false);
  await expect(page.getByText('What you type stays here.')).toHaveCount(0);
  await expect(page.locator('.refresh-mark')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed while offline');
  answer();
  await expect(page.locator('.refresh-mark')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed while offline');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
});

test('a new version is offered, and loaded with the next screen (docs/dashboard.md Y2.7)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('frame-version');
  await createFunnel(baseURL, handle, { steps: everyStep() });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/settings/company`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Not saved');
  const asked = page.waitForResponse(`${dashboardOrigin(baseURL)}/sign-in`);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await asked).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(page.getByText('There is a new version of the dashboard')).toHaveCount(0);
  await page.route(`${dashboardOrigin(baseURL)}/sign-in`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/main-Another1.js"></script>' }),
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('There is a new version of the dashboard')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Not saved');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Glow');
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Security' }).click();
  await loaded;
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(page.getByText('There is a new version of the dashboard')).toHaveCount(0);
});

test('the overview names what needs attention and the first steps; look, components and chat are set (docs/dashboard.md Y28.3, Y29.1, Y30)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('frame-look');
  const trouble = watchTrouble(page);
  const { apply } = await createFunnel(baseURL, handle, { draft: everyStep().slice(0, 4) });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}`);
  await expect(page.getByRole('link', { name: /is a draft that is not published/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create a key for your shop’s server' })).toBeVisible();

  await page.getByRole('link', { name: 'Look' }).click();
  await page.getByLabel('Background color', { exact: true }).fill('#ffffff');
  await page.getByLabel('Text color', { exact: true }).fill('#bbbbbb');
  await expect(page.getByText(/which is less than 4.5:1. Pages use #000000 for the text instead/)).toBeVisible();
  await page.getByLabel('Rounded corners').fill('4');
  // Another user has changed the same meanwhile.
  await apply({ company: { settings: { theme: { cornerRadius: 2 } } } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('It is now “2”. You entered “4”.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText(/The contrast to backgroundColor is/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Components' }).click();
  await page.getByRole('checkbox', { name: 'Chat' }).uncheck();
  await page.getByLabel('z-index of the popup').fill('850');
  await expect(page.getByRole('list', { name: 'From front to back' }).getByRole('listitem')).toHaveText([
    /^Widget: 900/,
    /^Popup: 850/,
    /^Floating button: 800/,
    'Shop page',
  ]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Chat' })).not.toBeChecked();
  await expect(page.getByLabel('z-index of the popup')).toHaveValue('850');

  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(page.getByText('The chat is switched off under Components.')).toBeVisible();
  await page.getByLabel('Greeting in English').fill('Welcome!');
  await page.getByLabel('Suggestions in English').fill('What suits me?\nWhat is new?');
  await page.getByLabel('Contact', { exact: true }).fill('mailto:care@shop.example');
  // A new answer is open, and the service checks it (docs/dashboard.md Y52.1, Y52.2).
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByLabel('Questions in English').fill('How long does delivery take?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').getByText(/The text must be given in at least one language/)).toBeVisible();
  await page.getByLabel('Answer in English').fill('Two days.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Suggestions in English')).toHaveValue('What suits me?\nWhat is new?');
  await page.locator('summary', { hasText: 'How long does delivery take?' }).click();
  await expect(page.getByLabel('Answer in English')).toHaveValue('Two days.');
  expect(trouble).toEqual([]);
});

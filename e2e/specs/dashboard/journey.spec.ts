import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { captions, chooseStep, getSteps, saved, title } from '../../support/browser/builder.js';
import { createMember, enter, signIn, watchTrouble } from '../../support/browser/dashboard.js';
import { createKeyboard } from '../../support/browser/keyboard.js';
import {
  createFunnel,
  createManagement,
  freshHandle,
  funnelOrigin,
  question,
  shot,
} from '../../support/browser/questionnaire.js';
import { smallCompany } from '../../support/companies.js';

/** Only products for dry skin, so that another skin is a dead end once each requires its tag. */
const { catalog } = smallCompany({ variants: ['dry-1', 'dry-2'] });

async function createCompany(baseURL: string | undefined, name: string): Promise<string> {
  const handle = freshHandle(name);
  const applied = await createManagement(baseURL).apply(handle, { name: 'Glow', language: 'en', catalog });
  expect(applied.status, applied.text).toBe(200);
  return handle;
}

const paste = (field: Locator, text: string) =>
  field.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', given);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** A browser of its own each time, since a page remembers where its visitor was. */
async function openAsShopper(browser: Browser, address: string, heading: string): Promise<Page> {
  const shopper = await (await browser.newContext()).newPage();
  await expect(async () => {
    await shopper.goto(address);
    await expect(shopper.getByRole('heading', { name: heading })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  return shopper;
}

test('a merchant builds five questions, mends a dead end and publishes (docs/dashboard.md Y14, Y15, Y20, Y21, Y22, Y39)', async ({
  page,
  browser,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = await createCompany(baseURL, 'dash-journey');
  await signIn(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels`);
  await page.getByRole('button', { name: 'Create a funnel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Glow quiz');
  await dialog.getByLabel('Sub-domain').fill(handle);
  await dialog.getByLabel('Nothing').check();
  await dialog.getByRole('button', { name: 'Create a funnel' }).click();

  const add = async (type: string, text: string, options = '') => {
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByRole('menuitem', { name: type, exact: true }).click();
    await title(page).fill(text);
    if (options !== '') await paste(captions(page).first(), options);
  };
  await add('One answer', 'Your skin?', 'Dry\nOily');
  await expect(captions(page)).toHaveCount(2);
  await add('One answer', 'How oily?', 'A little\nVery');
  await add('Several answers', 'Your wishes?', 'Glow\nRest\nCare');
  await add('Eye color', 'Your eyes?');
  await add('Age', 'Your age?');
  await expect(getSteps(page)).toHaveCount(5);
  await saved(page);

  // The preview shows what is typed; a condition hides the second question from dry skin.
  const preview = page.frameLocator('iframe[title^="Preview: "]');
  await expect(preview.getByRole('heading', { name: 'Your age?' })).toBeVisible();
  await chooseStep(page, 1);
  await page.getByRole('button', { name: 'Add condition', exact: true }).click();
  await page.getByRole('group', { name: 'Condition 1' }).getByLabel('Oily').check();
  await expect(page.getByText('Shown if “Your skin?” is Oily.')).toBeVisible();
  await chooseStep(page, 0);
  await preview.getByText('Dry').click();
  await expect(preview.getByRole('heading', { name: 'Your wishes?' })).toBeVisible();
  // Chosen in the list, the hidden question is shown with the answer that leads to it.
  await chooseStep(page, 1);
  await expect(preview.getByRole('heading', { name: 'How oily?' })).toBeVisible();
  await page.getByRole('button', { name: 'Branching' }).click();
  const branches = page.getByRole('list', { name: 'Questions with their conditions' }).getByRole('listitem');
  await expect(branches.nth(0)).toContainText('Decides about 2. How oily?.');

  // No product is for oily skin: the check says so before anything is published.
  await branches.nth(0).getByRole('button').click();
  const setTag = async (option: string, tag: string) => {
    const group = page.getByRole('group', { name: option });
    const field = group.getByLabel('Products must have these tags');
    if (!(await field.isVisible())) await group.getByText(/^Key \w+, tags/).click();
    await field.fill(tag);
    await field.blur();
    await expect(group.getByText(/tags: 1$/)).toBeVisible();
  };
  await setTag('Option 1: Dry', 'skin:dry');
  await setTag('Option 2: Oily', 'skin:oily');
  // Counters follow each change (docs/dashboard.md Y22.1, Y22.2).
  await expect(page.getByRole('group', { name: 'Option 1: Dry' })).toContainText('2 variants left');
  await expect(page.getByRole('group', { name: 'Option 2: Oily' })).toContainText('Leads to no product');
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-journey-left', { fullPage: true });
  await saved(page);
  // The dead end is shown while editing, without publishing, and leads to the question.
  const consequences = page.getByRole('region', { name: 'Consequences' });
  await expect(consequences.getByText('1 combination of answers shows nothing', { exact: true })).toBeVisible();
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-journey-consequences', { fullPage: true });
  // The preview is given the whole path; counters continue its answers, unless they are taken back.
  await consequences.getByRole('link', { name: 'Show in preview' }).click();
  await expect(preview.getByRole('radio', { name: 'Oily' })).toBeChecked();
  await chooseStep(page, 2);
  const glow = page.getByRole('group', { name: 'Option 1: Glow' });
  await expect(glow).toContainText('Leads to no product');
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-journey-path', { fullPage: true });
  await page.getByRole('button', { name: 'Any answer: Your skin?' }).click();
  await expect(glow).toContainText('2 variants left');
  // The preview has taken the answer back, too; and while a question is unfinished, nothing is counted.
  await chooseStep(page, 0);
  await expect(preview.getByRole('radio', { name: 'Oily' })).not.toBeChecked();
  await chooseStep(page, 2);
  await expect(glow).toContainText('2 variants left');
  await page.getByRole('textbox', { name: 'Key', exact: true }).first().fill('Not a key');
  await expect(glow).not.toContainText(/variants? left/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(glow).toContainText('2 variants left');
  await consequences.getByRole('link', { name: 'Change “Your skin?”' }).click();
  await expect(title(page)).toHaveValue('Your skin?');
  await page.getByRole('button', { name: 'Release …' }).click();
  await expect(page.getByText('1 combination of answers shows nothing', { exact: true })).toBeVisible();
  await expect(page.getByText(/New: “Your skin\?” = Oily/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish Glow quiz' })).toBeDisabled();
  await expectAccessible(page);
  await shot(page, 'dashboard-journey-dead-end', { fullPage: true });
  await page.getByRole('link', { name: 'Change “Your skin?”' }).click();
  await setTag('Option 2: Oily', 'skin:dry');
  await page.getByRole('button', { name: 'Release …' }).click();
  await page.getByRole('button', { name: 'Publish Glow quiz' }).click();
  await expect(page.getByText('Version 1 of Glow quiz is in force')).toBeVisible();

  const shopper = await openAsShopper(browser, funnelOrigin(baseURL, handle), 'Your skin?');
  await shopper.getByText('Dry').click();
  await expect(shopper.getByRole('heading', { name: 'Your wishes?' })).toBeVisible();
  expect(trouble).toEqual([]);
});

test('a merchant publishes a second version and goes back (docs/dashboard.md Y14)', async ({
  page,
  browser,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-back');
  const { origin } = await createFunnel(baseURL, handle, {
    steps: [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' })],
    funnel: { name: 'Glow quiz' },
    company: { catalog },
  });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}`);
  await title(page).fill('Your skin today?');
  await saved(page);
  await page.getByRole('button', { name: 'Release …' }).click();
  await page.getByRole('button', { name: 'Publish Glow quiz' }).click();
  await expect(page.getByText('Version 2 of Glow quiz is in force')).toBeVisible();
  await openAsShopper(browser, origin, 'Your skin today?');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: version 3 of Glow quiz is in force')).toBeVisible();
  await openAsShopper(browser, origin, 'Your skin?');
  expect(trouble).toEqual([]);
});

test('the same by keyboard only (docs/dashboard.md Y5.1, Y15.11)', async ({ page, baseURL }) => {
  const handle = await createCompany(baseURL, 'dash-keyboard');
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels`);
  const { press, type, activate, tabTo } = createKeyboard(page);
  await activate(page.getByRole('button', { name: 'Create a funnel' }));
  await expect(page.getByLabel('Name')).toBeFocused();
  await type('Glow quiz');
  await tabTo(page.getByLabel('Sub-domain'));
  await press('Control+a');
  await type(handle);
  await press('Enter');

  // The template's question becomes the first of five.
  const chosen = page.locator('.builder-steps [aria-current="true"]');
  await expect(chosen).toContainText('What are you looking for?');
  await tabTo(chosen);
  await press('Enter');
  await expect(title(page)).toBeFocused();
  await press('Control+a');
  await type('Your skin?');
  for (const text of ['How oily?', 'Your wishes?', 'Your day?', 'Your night?']) {
    await press('Shift+F6');
    await expect(chosen).toBeFocused();
    await press('Control+Enter');
    await expect(title(page)).toHaveValue('');
    await expect(chosen).toBeFocused();
    await press('Enter');
    await expect(title(page)).toBeFocused();
    await type(text);
    await tabTo(captions(page).nth(0));
    await type('Yes');
    await press('Enter');
    await expect(captions(page).nth(1)).toBeFocused();
    await type('No');
  }
  await expect(getSteps(page)).toHaveCount(5);

  // Up to the second question, and its condition.
  await press('Shift+F6');
  await expect(chosen).toBeFocused();
  for (let up = 0; up < 3; up++) await press('ArrowUp');
  await expect(chosen).toContainText('How oily?');
  await activate(page.getByRole('button', { name: 'Add condition', exact: true }));
  await activate(page.getByRole('group', { name: 'Condition 1' }).getByLabel('Makeup'), 'Space');
  await expect(page.getByText('Shown if “Your skin?” is Makeup.')).toBeVisible();

  // Into the preview and back, and on to the next part.
  await press('Control+.');
  await expect(page.locator('iframe[title^="Preview: "]')).toBeFocused();
  await press('Control+.');
  await expect(page.getByRole('group', { name: 'Condition 1' }).getByLabel('Makeup')).toBeFocused();
  await press('F6');
  await expect(page.locator('iframe[title^="Preview: "]')).toBeFocused();
  await press('F6');
  await expect(chosen).toBeFocused();
  await saved(page);

  await activate(page.getByRole('button', { name: 'Release …' }));
  const publish = page.getByRole('button', { name: 'Publish Glow quiz' });
  await expect(publish).toBeEnabled();
  await activate(publish);
  await expect(page.getByText(/^Version \d of Glow quiz is in force/)).toBeVisible();
});

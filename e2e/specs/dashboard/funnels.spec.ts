import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { getSteps } from '../../support/browser/builder.js';
import { createMember, dashboardOrigin, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createManagement, freshHandle, funnelOrigin, shot } from '../../support/browser/questionnaire.js';

const SCREENS = ['Questions', 'Rules', 'Result page', 'Release', 'Insight', 'History'];

async function createCompany(baseURL: string | undefined, handle: string) {
  const applied = await createManagement(baseURL).apply(handle, { name: 'Glow', language: 'en' });
  expect(applied.status, applied.text).toBe(200);
}

test('a funnel is created, copied, renamed, paused, archived and brought back (docs/dashboard.md Y21.1 to Y21.4)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-funnels');
  await createCompany(baseURL, handle);
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels`);
  await expect(page.getByRole('heading', { name: 'There is no funnel yet' })).toBeVisible();
  // A template of the gallery shows its questions, and is the one that is chosen in the dialog.
  const gallery = page.getByRole('region', { name: 'Templates' });
  await gallery.getByText('Questions of “Find your shade”').click();
  await expect(gallery.getByText('What would your skin like help with?')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-funnels-gallery', { fullPage: true });
  await gallery.getByRole('button', { name: 'Begin with “Find your shade”' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Find your shade')).toBeChecked();
  await dialog.getByLabel('Name').fill(`Frühling ${handle}`);
  await expect(dialog.getByLabel('Sub-domain')).toHaveValue(`fruhling-${handle}`);
  await dialog.getByLabel('Sub-domain').fill(handle);
  await dialog.getByLabel('Three questions').check();
  await expectAccessible(page);
  await shot(page, 'dashboard-funnel-create');
  await dialog.getByRole('button', { name: 'Create a funnel' }).click();
  await expect(getSteps(page)).toHaveCount(3);
  await expect(getSteps(page).nth(1)).toContainText('How is your skin?');
  // Its questions can be tried, and nothing of it is published (Y21.1).
  const preview = page.frameLocator('iframe[title^="Preview: "]');
  await expect(preview.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible();
  const management = createManagement(baseURL);
  const read = async (subdomain: string) =>
    (await management.call('GET', `/companies/${handle}/funnels`)).body.data.find(
      (each: { subdomain: string }) => each.subdomain === subdomain,
    );
  expect(await read(handle)).toMatchObject({ published: null });
  // One navigation leads to the screens of the funnel (Y21.4).
  const screens = page.getByRole('navigation', { name: 'Screens of this funnel' });
  const rules = screens.getByRole('link', { name: 'Rules', exact: true });
  await rules.click();
  await expect(rules).toHaveAttribute('aria-current', 'page');
  await expect(screens.getByRole('link')).toHaveText(SCREENS);
  await screens.getByRole('link', { name: 'Questions', exact: true }).click();

  // Its draft is published; then it is copied.
  await page.getByRole('button', { name: 'Release …' }).click();
  await page.getByRole('button', { name: /^Publish Frühling/ }).click();
  await expect(page.getByText(`Version 1 of Frühling ${handle} is in force`)).toBeVisible();
  await page.goto(`${funnelOrigin(baseURL, 'dashboard')}/c/${handle}/funnels`);
  const menu = (name: string) => page.getByRole('button', { name: `Actions of ${name}`, exact: true });
  await menu(`Frühling ${handle}`).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue(`Frühling ${handle} (copy)`);
  await dialog.getByLabel('Sub-domain').fill(handle);
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(dialog).toContainText('The company has a funnel with this sub-domain.');
  await dialog.getByLabel('Name').fill('The copy');
  await dialog.getByLabel('Sub-domain').fill(`${handle}-2`);
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { name: 'Questions of The copy' })).toBeVisible();
  await expect(getSteps(page)).toHaveCount(3);

  await page.goto(`${funnelOrigin(baseURL, 'dashboard')}/c/${handle}/funnels`);
  await menu('The copy').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('The other one');
  await dialog.getByLabel('Host of its own').fill(`${handle}.glow.example`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'The other one', exact: true })).toBeVisible();
  expect(await read(`${handle}-2`)).toMatchObject({ name: 'The other one', host: `${handle}.glow.example` });

  // Shoppers notice a pause, and the end of it.
  const shopper = await page.context().newPage();
  await menu(`Frühling ${handle}`).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expectAccessible(page);
  await expect(dialog).toContainText('Shoppers who open it read that it is paused.');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'dashboard-funnels', { fullPage: true });
  await expect(async () => {
    await shopper.goto(funnelOrigin(baseURL, handle));
    await expect(shopper.getByRole('heading', { name: 'What are you looking for?' })).toBeHidden({ timeout: 500 });
  }).toPass();
  await menu(`Frühling ${handle}`).click();
  await page.getByRole('menuitem', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(async () => {
    await shopper.goto(funnelOrigin(baseURL, handle));
    await expect(shopper.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible({ timeout: 3_000 });
  }).toPass();

  await menu('The other one').click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(dialog).toContainText('Its page is gone');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('link', { name: 'The other one', exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Archived funnels …' }).click();
  // They have a list of their own (Y21.3).
  await expect(page).toHaveURL(/\?archived=true$/);
  await expect(page.getByRole('cell', { name: 'The other one', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await shot(page, 'dashboard-funnels-archived-phone', { fullPage: true });
  await menu('The other one').click();
  await page.getByRole('menuitem', { name: 'Bring back' }).click();
  await dialog.getByRole('button', { name: 'Bring back' }).click();
  await expect(page.getByRole('heading', { name: 'No funnel is archived' })).toBeVisible();
  await page.getByRole('link', { name: 'Funnels in use …' }).click();
  await expect(page.getByRole('link', { name: 'The other one', exact: true })).toBeVisible();
  expect(trouble).toEqual([]);
});

test('an editor creates funnels, begins with a template, and reads why the role may not do more (docs/dashboard.md Y8.1, Y15.13, Y21.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-editor');
  await createCompany(baseURL, handle);
  await enter(page, baseURL, await createMember(baseURL, handle, 'EDITOR'), `/c/${handle}/funnels`);
  await page.getByRole('button', { name: 'Create a funnel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Mine');
  await dialog.getByLabel('Sub-domain').fill(handle);
  await dialog.getByLabel('Nothing').check();
  await dialog.getByRole('button', { name: 'Create a funnel' }).click();
  await expect(page.getByText('There is no question yet. Add the first one.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Begin with three questions' }).click();
  await expect(getSteps(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(getSteps(page)).toHaveCount(0);
  await page.goto(`${funnelOrigin(baseURL, 'dashboard')}/c/${handle}/funnels`);
  await page.getByRole('button', { name: 'Actions of Mine' }).click();
  await expect(page.getByRole('menuitem', { name: /^Duplicate/ })).toBeEnabled();
  for (const name of ['Rename', 'Pause', 'Archive']) {
    const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
    await expect(item).toBeDisabled();
    await expect(item).toContainText('Your role may not do this.');
  }
  // Settings are read, and erasures are left to administrators (Y10.2).
  const goTo = (screen: string) => page.goto(`${dashboardOrigin(baseURL)}/c/${handle}/${screen}`);
  await goTo('settings/company');
  await expect(page.getByText('A company administrator can change them.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Glow');
  await expect(page.getByRole('textbox', { name: 'Name' })).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await goTo('shoppers');
  await expect(page.getByText('Only company administrators erase.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase', exact: true })).toBeDisabled();
});

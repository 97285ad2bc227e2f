import { expect, type Page, type Route, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { chooseStep, saved } from '../../support/browser/builder.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import { createFunnel, freshHandle, funnelOrigin, question, shot } from '../../support/browser/questionnaire.js';
import { png } from '../../support/pictures.js';

const steps = [
  question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' }),
  question(2, 'SINGLE_SELECTION', 'Your finish?', { matte: 'Matte', dewy: 'Dewy' }),
];
const option = (page: Page, position: number) => page.getByRole('group', { name: new RegExp(`^Option ${position}: `) });

/** The picture is loaded, not only named. */
const expectLoaded = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(selector)
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);

const choose = (page: Page, position: number, name: string, buffer: Buffer) =>
  option(page, position).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });

test('pictures of options are uploaded, chosen, removed and deleted, and shoppers see them (docs/dashboard.md Y31.2, Y31.3)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-pictures');
  await createFunnel(baseURL, handle, { steps });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}`);
  for (const position of [1, 2]) await option(page, position).getByText(/^Key /).click();

  // What is no picture is refused in the browser, with what to do (Y31.4).
  await choose(page, 1, 'notes.png', Buffer.from('not a picture'));
  await expect(option(page, 1).getByRole('alert')).toContainText('cannot be read as a picture');
  await expect(option(page, 1).getByLabel('Address of a picture')).toHaveValue('');

  // One that the service refuses says why, and the option stays as it was.
  let respond: (route: Route) => Promise<void> = (route) =>
    route.fulfill({ status: 413, json: { error: 'REQUEST_TOO_LARGE', message: 'The picture is too large.' } });
  await page.route('**/media', (route) => (route.request().method() === 'POST' ? respond(route) : route.fallback()));
  await choose(page, 1, 'large.png', png(64, 48));
  await expect(option(page, 1).getByRole('alert')).toContainText('The picture is too large.');
  await expect(option(page, 1).getByLabel('Address of a picture')).toHaveValue('');

  // One that arrives late belongs to the option that it was chosen for: it has another key and place, and another question is shown.
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  respond = (route) => late.then(() => route.fallback());
  const uploaded = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/media'),
  );
  await page.getByRole('button', { name: 'Add an option' }).click();
  await option(page, 3).getByText(/^Key /).click();
  await choose(page, 3, 'late.png', png(64, 48));
  await option(page, 3).getByLabel('Caption').fill('Combination');
  await option(page, 3).getByRole('button', { name: 'Up', exact: true }).click();
  await chooseStep(page, 1);
  arrive();
  expect((await uploaded).ok()).toBe(true);
  await page.unroute('**/media');
  await chooseStep(page, 0);
  for (const position of [1, 2, 3]) await option(page, position).getByText(/^Key /).click();
  await expect(
    page.getByRole('group', { name: 'Option 2: Combination' }).getByLabel('Address of a picture'),
  ).toHaveValue(/\/m\//);
  for (const position of [1, 3])
    await expect(option(page, position).getByLabel('Address of a picture')).toHaveValue('');
  await option(page, 2).getByRole('button', { name: 'Remove', exact: true }).click();

  // A large one is scaled down and shown in editor and preview.
  await choose(page, 1, 'dry.png', png(2_000, 1_500));
  const address = option(page, 1).getByLabel('Address of a picture');
  await expect(address).toHaveValue(/^http:\/\/cdn\.localhost:\d+\/m\/[0-9a-f]{64}\.webp$/);
  await expect(
    option(page, 1).getByText('Screen readers read the caption in place of the picture: “Dry”.'),
  ).toBeVisible();
  await expectLoaded(page, '.picture-field img');
  const preview = page.frameLocator('iframe');
  await expect(preview.locator('.picture img')).toHaveCount(1);
  await saved(page);
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-pictures', { fullPage: true });

  // The second option takes it from the company's pictures.
  await option(page, 2).getByRole('button', { name: 'Choose an uploaded one' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pictures of the company' });
  await expect(dialog.getByText(`Used by ${handle}`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Delete the picture of .*1,280 × 960 pixels$/ })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /^Delete the picture of .*64 × 48 pixels$/ })).toBeVisible();
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-pictures-dialog');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: /^Use the picture of .*1,280 × 960 pixels$/ }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(option(page, 2).getByLabel('Address of a picture')).toHaveValue(await address.inputValue());
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(option(page, 2).getByLabel('Address of a picture')).toHaveValue('');

  // Another one that is removed again is used by nothing, and is deleted.
  await choose(page, 2, 'oily.png', png(300, 200));
  await expect(option(page, 2).getByLabel('Address of a picture')).toHaveValue(/\/m\//);
  await option(page, 2).getByRole('button', { name: 'Remove the picture' }).click();
  await saved(page);
  await option(page, 2).getByRole('button', { name: 'Choose an uploaded one' }).click();
  await dialog.getByRole('button', { name: /^Delete the picture of .*300 × 200 pixels$/ }).click();
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await expect(dialog.getByText(/300 × 200 pixels/)).toHaveCount(0);
  await expect(dialog.getByText(/1,280 × 960 pixels/)).toHaveCount(1);
  await page.keyboard.press('Escape');

  // Dropped and pasted files do the same.
  const bytes = png(64, 64).toString('base64');
  const drop = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    data.items.add(new File([file], 'drop.png', { type: 'image/png' }));
    return data;
  }, bytes);
  await option(page, 2).locator('.picture-field').dispatchEvent('drop', { dataTransfer: drop });
  await expect(option(page, 2).getByLabel('Address of a picture')).toHaveValue(/\/m\//);

  await page.getByRole('button', { name: 'Release …' }).click();
  await page.getByRole('button', { name: 'Publish Find your glow' }).click();
  await expect(page.getByText(/Version 2 of .* is in force/)).toBeVisible();
  await page.goto(funnelOrigin(baseURL, handle));
  await expect(page.getByRole('radio', { name: 'Dry' })).toBeVisible();
  await expectLoaded(page, '.picture img');
  expect(trouble).toEqual([]);
});

test('analysts see pictures and change none (docs/dashboard.md Y31)', async ({ page, baseURL }) => {
  const handle = freshHandle('dash-pictures-read');
  await createFunnel(baseURL, handle, { steps });
  await enter(page, baseURL, await createMember(baseURL, handle, 'ANALYST'), `/c/${handle}/funnels/${handle}`);
  await option(page, 1).getByText(/^Key /).click();
  await expect(option(page, 1).getByLabel('Address of a picture')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Upload a picture' })).toHaveCount(0);
});

test('colors of options are typed and taken from the catalog, and shoppers see them (docs/dashboard.md Y32.1, Y32.4)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-colors');
  await createFunnel(baseURL, handle, {
    steps,
    company: {
      catalog: {
        products: [
          {
            shopSystemId: 'P1',
            name: 'Velvet Lipstick',
            variants: [{ shopSystemId: 'V1', name: 'Coral', available: true, color: '#E2725B' }],
          },
        ],
      },
    },
  });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}`);
  for (const position of [1, 2]) await option(page, position).getByText(/^Key /).click();
  const color = (position: number) => option(page, position).getByRole('textbox', { name: 'Color', exact: true });
  const swatches = page.frameLocator('iframe').locator('.tick.swatch');

  await color(1).fill('#c98f5');
  await expect(option(page, 1).getByText('Write the color as # and six digits')).toBeVisible();
  await expect(swatches).toHaveCount(0);
  await color(1).fill('#C98F5A');
  await expect(swatches).toHaveCount(1);
  await expect(swatches).toHaveCSS('background-color', 'rgb(201, 143, 90)');

  await option(page, 2).getByText('Shades of the catalog').click();
  await option(page, 2).getByRole('button', { name: 'Use #e2725b of Velvet Lipstick, Coral' }).press('Enter');
  await expect(color(2)).toHaveValue('#e2725b');
  await expect(swatches).toHaveCount(2);
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-colors', { fullPage: true });
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-colors-phone', { fullPage: true });
  if (viewport) await page.setViewportSize(viewport);

  // A color follows its option, and one step of undo brings a removed one back.
  const key = option(page, 1).getByRole('textbox', { name: 'Key' });
  await key.fill('parched');
  await key.press('Tab');
  await expect(color(1)).toHaveValue('#c98f5a');
  await option(page, 1).getByRole('button', { name: 'Remove the color' }).click();
  await expect(swatches).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(swatches).toHaveCount(2);
  await saved(page);

  await page.getByRole('button', { name: 'Release …' }).click();
  await expect(page.getByText(/color \(parched\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish Find your glow' }).click();
  await expect(page.getByText(/Version 2 of .* is in force/)).toBeVisible();
  await page.goto(funnelOrigin(baseURL, handle));
  await expect(page.getByRole('radio', { name: 'Dry' })).toHaveCSS('background-color', 'rgb(201, 143, 90)');
  expect(trouble).toEqual([]);
});

import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { captions, chooseStep, dragUp, getSteps, saved, title } from '../../support/browser/builder.js';
import { createMember, enter, watchTrouble } from '../../support/browser/dashboard.js';
import {
  createFunnel,
  createManagement,
  freshHandle,
  funnelOrigin,
  question,
  shot,
} from '../../support/browser/questionnaire.js';

const steps = [
  question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' }),
  question(2, 'SINGLE_SELECTION', 'Your finish?', { matte: 'Matte', dewy: 'Dewy' }),
];

/** An edit outlives a run of the tests, and applying a company file leaves it alone. */

test('an editor builds a question, releases it, and shoppers see it (docs/dashboard.md Y15)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-builder');
  await createFunnel(baseURL, handle, { steps });
  const member = await createMember(baseURL, handle);
  await enter(page, baseURL, member, `/c/${handle}/funnels`);
  await page.getByRole('link', { name: 'Find your glow', exact: true }).click();
  await expect(getSteps(page)).toHaveCount(2);
  await expectAccessible(page, { hasFrames: true });

  // A question by keyboard: after the chosen one, with two options, moved up.
  await chooseStep(page, 1);
  await page.keyboard.press('Control+Enter');
  await expect(getSteps(page)).toHaveCount(3);
  await expect(getSteps(page).nth(2).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeFocused();
  await page.keyboard.type('How old is your routine?');
  await captions(page).nth(0).fill('New');
  await captions(page).nth(1).fill('Years old');
  await page.keyboard.press('Enter');
  await expect(captions(page)).toHaveCount(3);
  await expect(captions(page).nth(2)).toBeFocused();
  await page.keyboard.type('Ancient');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(captions(page).nth(1)).toHaveValue('Ancient');
  await getSteps(page).nth(2).getByRole('button').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(getSteps(page).nth(1)).toContainText('How old is your routine?');
  await saved(page);
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-builder', { fullPage: true });
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-builder-phone', { fullPage: true });
  if (viewport) await page.setViewportSize(viewport);

  await page.getByRole('button', { name: 'Release …' }).click();
  await expect(page.getByText('New question “How old is your routine?”')).toBeVisible();
  await page.getByRole('button', { name: 'Publish Find your glow' }).click();
  await expect(page.getByText('Version 2 of Find your glow is in force')).toBeVisible();

  await page.goto(funnelOrigin(baseURL, handle));
  await page.getByText('Dry').click();
  await expect(page.getByRole('heading', { name: 'How old is your routine?' })).toBeVisible();
  expect(trouble).toEqual([]);
});

test('undo reaches back over a reload, languages are side by side, and what cannot become a version says why (docs/dashboard.md Y15.8 to Y15.10)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-undo');
  await createFunnel(baseURL, handle, { steps });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}`);
  await title(page).fill('How old is your routine?');
  await saved(page);

  await page.reload();
  await expect(getSteps(page).nth(0)).toContainText('How old is your routine?');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(getSteps(page).nth(0)).toContainText('Your skin?');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(getSteps(page).nth(0)).toContainText('How old is your routine?');
  await saved(page);

  // Languages side by side, with what is missing.
  await page.getByLabel('New language').fill('de');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('6 texts are missing.')).toBeVisible();
  await chooseStep(page, 0);
  // What shoppers see until there is a text (Y15.10).
  const german = page.getByLabel('Title (de)');
  await expect(german).toHaveAttribute('placeholder', 'How old is your routine?');
  await german.fill('Wie alt ist deine Routine?');
  await expect(page.getByText('5 texts are missing.')).toBeVisible();
  // The preview is in this language (Y16.5).
  const preview = page.frameLocator('iframe[title^="Preview: "]');
  await expect(preview.getByRole('heading', { name: 'Wie alt ist deine Routine?' })).toBeVisible();
  await expectAccessible(page, { hasFrames: true });

  // What cannot become a version says why; undo brings it back.
  await page.getByRole('textbox', { name: 'Key', exact: true }).first().fill('Not a key');
  await expect(page.getByText('1 problem prevents a version')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(getSteps(page).nth(0)).toContainText('Problems: 1');
  await expect(getSteps(page).nth(1)).not.toContainText('Problems');
  await expect(page.getByRole('button', { name: 'Make test version' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Release …' })).toBeDisabled();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 problem prevents a version')).toBeHidden({ timeout: 20_000 });

  // The draft is a version that only its link shows (Y15.9).
  await page.getByRole('button', { name: 'Make test version' }).click();
  await expect(page.getByText('Version 2 is a draft that only its link shows.')).toBeVisible();
  const test = page.getByRole('link', { name: 'Open the test page' });
  await expect(test).toHaveAttribute('href', /\?versionId=\w+$/);
  const shopper = await page.context().newPage();
  await shopper.goto((await test.getAttribute('href')) as string);
  await expect(shopper.getByRole('heading', { name: 'How old is your routine?' })).toBeVisible();
  await shopper.goto(funnelOrigin(baseURL, handle));
  await expect(shopper.getByRole('heading', { name: 'Your skin?' })).toBeVisible();
  expect(trouble).toEqual([]);
});

test('two editors never overwrite each other unnoticed (docs/dashboard.md Y15.3, Y15.6)', async ({
  page,
  browser,
  baseURL,
}) => {
  const handle = freshHandle('dash-two');
  await createFunnel(baseURL, handle, { steps });
  const [ada, bob] = [await createMember(baseURL, handle), await createMember(baseURL, handle, 'EDITOR')];
  const context = await browser.newContext();
  const other = await context.newPage();
  await enter(page, baseURL, ada, `/c/${handle}/funnels/${handle}`);
  await enter(other, baseURL, bob, `/c/${handle}/funnels/${handle}`);
  await expect(title(page)).toHaveValue('Your skin?');

  // Different questions: both changes are kept, without a question.
  await title(page).fill('Your skin today?');
  await chooseStep(other, 1);
  await title(other).fill('Your favorite finish?');
  await saved(page);
  await saved(other);
  await page.reload();
  await expect(getSteps(page).nth(0)).toContainText('Your skin today?');
  await expect(getSteps(page).nth(1)).toContainText('Your favorite finish?');
  // Who else is here, and where (Y15.6).
  await expect(page.getByText('Also here: Ada Lovelace (Your favorite finish?)')).toBeVisible({ timeout: 30_000 });

  // The same title: the second to save is asked.
  await other.reload();
  await chooseStep(other, 0);
  await context.setOffline(true);
  await title(other).fill('Theirs?');
  await title(page).fill('Mine?');
  await saved(page);
  await expect(other.getByText(/Not saved/)).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
  const dialog = other.getByRole('dialog', { name: 'Another user has changed the same' });
  await expect(dialog).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toContainText('Keep mine: Theirs?');
  await expect(dialog).toContainText('Take theirs: Mine?');
  await expectAccessible(other, { hasFrames: true });
  await shot(other, 'dashboard-builder-conflict');
  await dialog.getByLabel('Take theirs: Mine?').check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(title(other)).toHaveValue('Mine?');
  await context.close();
});

test('what was typed when the tab was closed is there in the next one (docs/dashboard.md Y15)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-closed');
  await createFunnel(baseURL, handle, { steps });
  const member = await createMember(baseURL, handle);
  await enter(page, baseURL, member, `/c/${handle}/funnels/${handle}`);
  const context = page.context();
  await context.route('**/edit', (route) => route.abort());
  await title(page).fill('Typed before the end');
  await expect(page.getByText(/Not saved/)).toBeVisible({ timeout: 20_000 });
  await page.close();
  await context.unroute('**/edit');
  const next = await context.newPage();
  await next.goto(`${funnelOrigin(baseURL, 'dashboard')}/c/${handle}/funnels/${handle}`);
  await expect(title(next)).toHaveValue('Typed before the end');
  // By the closing tab, whose last request may still arrive, or by this one.
  const management = createManagement(baseURL);
  const readEdit = async () => (await management.call('GET', `/companies/${handle}/funnels/${handle}/edit`)).text;
  await expect.poll(readEdit, { timeout: 20_000 }).toContain('Typed before the end');
});

test('the preview is the real page with what is being edited, and sends nothing (docs/dashboard.md Y16.3, Y16.4, Y16.5)', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const handle = freshHandle('dash-preview');
  const variant = { shopSystemId: 'V1', name: 'Honey', available: true, tags: [] };
  const products = [{ shopSystemId: 'P1', name: 'Balm', tags: [], variants: [variant] }];
  await createFunnel(baseURL, handle, { steps, company: { catalog: { products }, tagging: null } });
  const member = await createMember(baseURL, handle);
  await enter(page, baseURL, member, `/c/${handle}/funnels/${handle}`);
  const preview = page.frameLocator('iframe[title^="Preview: "]');
  await expect(preview.getByRole('heading', { name: 'Your skin?' })).toBeVisible();

  // As on a phone or a desktop, and dark; the frame has the name of the funnel (Y16.5).
  const frame = page.getByTitle('Preview: Find your glow', { exact: true });
  const width = async (element = frame) => (await element.boundingBox())?.width ?? 0;
  const wide = page.getByRole('button', { name: 'As on a desktop' });
  expect(await width()).toBeLessThan(600);
  await wide.click();
  expect(await width()).toBeGreaterThan(1_000);
  await wide.click();
  const toScheme = () => preview.locator('html').evaluate((html) => getComputedStyle(html).colorScheme);
  const own = await toScheme();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect.poll(toScheme).toBe('dark');
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect.poll(toScheme).toBe(own);

  // Typing is seen in the page; a new option too, with the answer that was given.
  await preview.getByText('Dry').click();
  await expect(preview.getByRole('heading', { name: 'Your finish?' })).toBeVisible();
  await expect(getSteps(page).nth(1).getByRole('button')).toHaveAttribute('aria-current', 'true');
  await title(page).fill('Your favorite finish?');
  await expect(preview.getByRole('heading', { name: 'Your favorite finish?' })).toBeVisible();
  await page.getByRole('button', { name: 'Add an option' }).click();
  await expect(captions(page).nth(2)).toBeFocused();
  await page.keyboard.type('Glossy');
  await expect(preview.getByText('Glossy')).toBeVisible();
  await chooseStep(page, 0);
  await expect(preview.getByRole('heading', { name: 'Your skin?' })).toBeVisible();
  await expect(preview.getByRole('radio', { name: 'Dry' })).toBeChecked();

  // What the frame says about an older page is ignored (Y16.6).
  const source = new URL((await frame.getAttribute('src')) as string);
  const older = { svc: 1, v: 1, k: source.searchParams.get('k'), seq: 0 };
  const shown = page.frames().find((each) => each.url() === source.href);
  expect(shown).toBeDefined();
  await shown?.evaluate((message) => parent.postMessage(message, '*'), { ...older, type: 'shown', stepId: 2 });
  await title(page).fill('Your skin today?');
  await expect(preview.getByRole('heading', { name: 'Your skin today?' })).toBeVisible();
  await expect(getSteps(page).nth(0).getByRole('button')).toHaveAttribute('aria-current', 'true');
  await title(page).fill('Your skin?');
  await expect(preview.getByRole('heading', { name: 'Your skin?' })).toBeVisible();
  await expectAccessible(page, { hasFrames: true });
  await shot(page, 'dashboard-preview');

  // The panes are resized by keyboard and by a pointer, and remembered (docs/dashboard.md Y71.1).
  const separator = page.getByRole('separator', { name: 'Width of the preview' });
  const pane = page.locator('.builder-preview');
  const before = await width(pane);
  await separator.focus();
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => width(pane)).toBe(before + 3 * 16);
  await page.reload();
  await expect.poll(() => width(pane)).toBe(before + 3 * 16);
  const line = await separator.boundingBox();
  if (!line) throw new Error('The line is not shown.');
  await page.mouse.move(line.x + line.width / 2, line.y + 100);
  await page.mouse.down();
  await page.mouse.move(line.x + line.width / 2 + 2 * 16, line.y + 100);
  await page.mouse.up();
  await expect.poll(() => width(pane)).toBeLessThan(before + 2 * 16);
  // Next to each other only on wide screens.
  await page.setViewportSize({ width: 1_024, height: 720 });
  await expect(separator).toHaveCount(0);
  await page.setViewportSize({ width: 1_280, height: 720 });
  await expect(separator).toHaveCount(1);

  // Questions and options are dragged, each move in one step of undo (docs/dashboard.md Y83.1).
  await dragUp(getSteps(page));
  await expect(getSteps(page).nth(0)).toContainText('Your favorite finish?');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(getSteps(page).nth(0)).toContainText('Your skin?');
  await chooseStep(page, 0);
  await dragUp(page.getByRole('group', { name: /^Option \d+: / }));
  await expect(captions(page).nth(0)).toHaveValue('Oily');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(captions(page).nth(0)).toHaveValue('Dry');
  await expect(preview.getByRole('heading', { name: 'Your skin?' })).toBeVisible();
  await preview.getByText('Dry').click();

  // At the end nothing is sent, and nothing can be.
  await chooseStep(page, 1);
  await preview.getByText('Glossy').click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('//preview.') && request.method() !== 'GET') sent.push(request.url());
  });
  await preview.getByRole('button', { name: 'Show my result' }).click();
  await expect(preview.getByText('This is the end of the preview')).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Balm' })).toBeVisible();
  await expect(page.getByText('One variant matches these answers.')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await shot(page, 'dashboard-preview-result');
  expect(sent).toEqual([]);
  expect(trouble).toEqual([]);
  const stopped = await page
    .frames()
    .find((frame) => frame.url().includes('//preview.'))
    ?.evaluate(() =>
      fetch('/api/analyses', { method: 'POST', body: '{}' }).then(
        () => 'sent',
        () => 'stopped',
      ),
    );
  expect(stopped).toBe('stopped');

  // On a narrow screen the preview is a tab, which a key opens (Y16.5).
  await page.setViewportSize({ width: 1_000, height: 800 });
  await expect(frame).toBeHidden();
  await title(page).focus();
  await page.keyboard.press('Control+.');
  await expect(page).toHaveURL(/pane=preview/);
  await expect(frame).toBeFocused();

  // A frame that does not answer is loaded again once, and then says so (Y16.4).
  let loads = 0;
  await page.route(/\/\/preview\./, (route) => {
    if (route.request().isNavigationRequest()) loads += 1;
    return route.abort();
  });
  await page.reload();
  await expect(page.getByText('The preview does not answer.')).toBeVisible();
  expect(loads).toBe(2);
  await page.unroute(/\/\/preview\./);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByRole('heading', { name: 'Your favorite finish?' })).toBeVisible();
  await expect(page.getByText('The preview does not answer.')).toHaveCount(0);
});

test('what was typed right after a funnel was created is what is published (docs/dashboard.md Y37.1)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('dash-first');
  await createFunnel(baseURL, handle, {});
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels`);
  await page.getByRole('button', { name: 'Create a funnel' }).click();
  await page.getByLabel('Name').fill(`${handle} quiz`);
  await page.keyboard.press('Enter');
  await page.getByLabel('Title', { exact: true }).fill('Typed before the first release');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.getByRole('link', { name: 'Release', exact: true }).click();
  await expect(page.getByText('New question “Typed before the first release”')).toBeVisible();
});

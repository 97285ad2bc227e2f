/// <reference lib="dom" />
import { QUESTION } from '../../support/browser/component-pages.js';
import { expect, test } from '../../support/browser/component-test.js';

/** The dialog of svc-analysis-popup: focus, layers, and what the page around it keeps. docs/components.md B8. */

const BODY = '<button type="button" id="start">Start</button><div style="height: 3000px">Long</div>';
const BANNER = `<div id="banner" style="position: fixed; bottom: 0; left: 0; z-index: 5000"><button type="button">Accept</button></div>`;

test('the close button has the focus, the question gets it after the keyboard, Tab stays in the popup, Escape closes, and the focus returns. docs/components.md B8.6, B8.7, B8.11', async ({
  page,
  openShop,
  createCompany,
  popup,
  seen,
}) => {
  const company = await createCompany();
  let deliver = () => {};
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(`${company.origin}/**`, async (route) => {
    await isDelivered;
    await route.continue();
  });
  await openShop({ company, body: BODY });
  // A browser takes this for the keyboard: nothing was clicked.
  await page.locator('#start').focus();
  expect(await popup.open()).toBe(true);
  await expect(popup.closeButton).toBeFocused();
  const size = await popup.closeButton.boundingBox();
  expect([size?.width, size?.height].every((length) => (length as number) >= 44)).toBe(true);
  expect(await popup.dialog.getAttribute('aria-label')).toBe('Find your glow');
  await page.keyboard.press('Escape');
  await expect(popup.dialog).toHaveCount(0);
  await expect(page.locator('#start')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  // Inside of the frame as well: a key press there is no event of this page.
  expect(await popup.open()).toBe(true);
  await expect(popup.dialog).toBeVisible();
  deliver();
  await expect(popup.heading).toBeFocused();
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    // The frame is a process of its own, so the focus settles after the key.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).not.toBe('start');
    await expect(popup.dialog).toBeVisible();
  }
  await popup.frame.getByRole('radio').first().focus();
  await page.keyboard.press('Escape');
  await expect(popup.dialog).toHaveCount(0);
  await expect.poll(() => seen.names()).toHaveLength(4);
});

test('a click on the backdrop closes until a question was answered. docs/components.md B8.7', async ({
  page,
  openShop,
  popup,
}) => {
  await openShop({ body: BODY });
  expect(await popup.open()).toBe(true);
  await expect(popup.heading).toHaveText(QUESTION);
  await page.mouse.click(4, 350);
  await expect(popup.dialog).toHaveCount(0);
  expect(await popup.open()).toBe(true);
  // The frame is another process, whose message a click could overtake that comes sooner than any shopper's.
  const isHeard = page.evaluate(
    () =>
      new Promise<void>((resolve) => addEventListener('message', ({ data }) => data.type === 'started' && resolve())),
  );
  await popup.frame.locator('label.option', { hasText: 'Dry' }).click();
  await expect(popup.frame.getByRole('radio', { name: 'Dry' })).toBeChecked();
  await isHeard;
  await page.mouse.click(4, 350);
  await expect(popup.dialog).toBeVisible();
  // Closed and opened again, the answer is still there. docs/components.md B8.10
  await popup.closeButton.click();
  await expect(popup.dialog).toHaveCount(0);
  expect(await popup.open()).toBe(true);
  await expect(popup.frame.getByRole('radio', { name: 'Dry' })).toBeChecked();
});

test('opened again before the browser has reported that it was closed, the popup is shown. docs/components.md B8.2, B8.7', async ({
  page,
  openShop,
  popup,
  seen,
}) => {
  await openShop({ body: BODY });
  expect(await popup.open()).toBe(true);
  // As Escape does it, in one task with the next call: the event comes with a later frame of the page.
  const isShown = await popup.element.evaluate(({ shadowRoot }) => {
    shadowRoot?.querySelector('dialog')?.close();
    return window.svcAnalysisPopup?.open();
  });
  expect(isShown).toBe(true);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(popup.dialog).toBeVisible();
  await expect(popup.closeButton).toBeFocused();
  expect(await seen.names()).toEqual(['svc-popup-opened', 'svc-popup-closed', 'svc-popup-opened']);
});

test('history, scroll position and width of the page are the same before and after. docs/components.md B8.9, B8.12, B14.5', async ({
  page,
  openShop,
  createCompany,
  popup,
}) => {
  const selections = ['a', 'b'].map((key) => ({ key, caption: key.toUpperCase() }));
  const steps = [1, 2].map((id) => ({ id, type: 'SINGLE_SELECTION', title: `Question ${id}`, selections }));
  await openShop({ company: await createCompany({ steps }), body: BODY });
  const pick = (caption: string) => popup.frame.locator('label.option', { hasText: caption }).click();
  await page.evaluate(() => scrollTo(0, 1234));
  const measure = () =>
    page.evaluate(() => [
      history.length,
      scrollX,
      scrollY,
      document.querySelector('main')?.getBoundingClientRect().width,
    ]);
  const before = await measure();
  expect(await popup.open()).toBe(true);
  await expect(popup.heading).toHaveText('Question 1');
  expect(await measure()).toEqual(before);
  await page.mouse.move(500, 350);
  await page.mouse.wheel(0, 700);
  expect(await page.evaluate(() => scrollY)).toBe(1234);
  await pick('A');
  await expect(popup.heading).toHaveText('Question 2');
  await popup.frame.getByRole('button', { name: 'Back' }).click();
  await expect(popup.heading).toHaveText('Question 1');
  await pick('B');
  await expect(popup.heading).toHaveText('Question 2');
  await pick('B');
  await popup.frame.locator('svc-quiz button[type=submit]').click();
  await expect(popup.result).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before[0]);
  await popup.close();
  await expect(popup.dialog).toHaveCount(0);
  expect(await measure()).toEqual(before);
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('with z-index null everything behind is inert, a banner included. docs/components.md B8.11', async ({
  page,
  openShop,
  createCompany,
  popup,
}) => {
  const company = await createCompany({ settings: { zIndex: { popup: null } } });
  await openShop({ company, body: BODY, after: BANNER });
  expect(await popup.open()).toBe(true);
  expect(await page.evaluate(() => document.elementFromPoint(500, 350)?.localName)).toBe('svc-analysis-popup');
  await page.locator('#banner button').evaluate((button) => (button as HTMLElement).focus());
  expect(await page.evaluate(() => document.activeElement?.closest('#banner'))).toBeNull();
});

test('with a number, what is above stays usable and the page behind is inert; afterwards all is as before. docs/components.md B8.11, B5.6, S19', async ({
  page,
  openShop,
  createCompany,
  popup,
}) => {
  const company = await createCompany({ settings: { zIndex: { popup: 1000 } } });
  await openShop({ company, body: BODY, after: `<aside inert id="was-inert">x</aside>${BANNER}` });
  const inert = () =>
    page.evaluate(() => [...document.querySelectorAll('[inert]')].map(({ id, localName }) => id || localName));
  await page.evaluate(() => window.svcComponents?.ready);
  const before = await inert();
  expect(await popup.open()).toBe(true);
  await page.locator('#banner button').focus();
  await expect(page.locator('#banner button')).toBeFocused();
  await page.locator('#start').evaluate((button) => (button as HTMLElement).focus());
  await expect(page.locator('#start')).not.toBeFocused();
  await popup.close();
  await expect(popup.dialog).toHaveCount(0);
  expect(await inert()).toEqual(before);
});

test('a popup with a number is in the top layer where the code for it cannot be loaded. docs/components.md B1.9, B8.11', async ({
  page,
  openShop,
  createCompany,
  popup,
  seen,
}) => {
  await page.route(/\/layer-[^/]+\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  const company = await createCompany({ settings: { zIndex: { popup: 1000 } } });
  await openShop({ company, body: BODY });
  expect(await popup.open()).toBe(true);
  await expect(popup.closeButton).toBeVisible();
  expect(await popup.dialog.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  expect(seen.console).toEqual([expect.stringMatching(/^warning: svc \[chunk\] layer /)]);
});

test('on a phone the popup fills the screen, and under reduced motion nothing moves. docs/components.md B8.15', async ({
  page,
  openShop,
  popup,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openShop({ body: BODY });
  /** Parts of the popup that move when it appears. */
  const countMoving = () =>
    popup.element.evaluate(
      ({ shadowRoot }) =>
        [...(shadowRoot as ShadowRoot).querySelectorAll('*')].filter((each) => {
          const { animationName, transitionDuration } = getComputedStyle(each);
          return animationName !== 'none' || transitionDuration !== '0s';
        }).length,
    );
  expect(await popup.open()).toBe(true);
  expect(await countMoving()).toBe(0);
  const box = await popup.dialog.boundingBox();
  expect([box?.x, box?.y, box?.width, box?.height].map((each) => Math.round(each as number))).toEqual([0, 0, 390, 700]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await countMoving()).toBeGreaterThan(0);
});

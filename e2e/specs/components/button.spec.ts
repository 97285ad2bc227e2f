/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { test as base, expect, getWarnings } from '../../support/browser/component-test.js';
import { expectNoSidewaysScroll, shot } from '../../support/browser/questionnaire.js';

/** svc-floating-action-button on pages of a shop. docs/components.md B9. */

const BODY = '<a href="#x">A link</a><div style="height: 2000px"></div>';
const button = (page: Page) => page.locator('svc-floating-action-button').getByRole('button');
const switchOn = (components: object) => ({
  components: { popup: true, widget: false, floatingActionButton: true, chat: false, ...components },
});

const test = base.extend<{ openWithButton(page?: { head?: string; body?: string; settings?: object }): Promise<void> }>(
  {
    /** A page of a company without a widget. */
    openWithButton: async ({ page, openShop, createCompany }, use) =>
      use(async ({ settings, ...content } = {}) => {
        const company = await createCompany({ settings: { ...switchOn({}), ...settings } });
        await openShop({ company, body: BODY, ...content });
        await expect(button(page)).toBeVisible();
      }),
  },
);

test('it is created when the company wants it, and not otherwise. docs/components.md B9.1, S42', async ({
  page,
  openShop,
  createCompany,
  openWithButton,
}) => {
  await openWithButton();
  await expect(page.locator('body > svc-floating-action-button[auto]')).toHaveCount(1);
  await openShop({ company: await createCompany({ settings: switchOn({ floatingActionButton: false }) }) });
  await expect(page.locator('svc-analysis-popup[auto]')).toHaveCount(1);
  expect(await page.locator('svc-floating-action-button').count()).toBe(0);
});

test('it opens the popup with the default funnel, and its functions do the same. docs/components.md B9.2, B9.3, S40, S41; docs/contract.md C19.5', async ({
  page,
  openWithButton,
  popup,
  seen,
}) => {
  await openWithButton();
  expect(await button(page).getAttribute('aria-haspopup')).toBe('dialog');
  expect(await button(page).getAttribute('aria-label')).toBeTruthy();
  await button(page).click();
  await expect(popup.heading).toBeVisible();
  await expect(button(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(popup.dialog).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  expect(await page.evaluate(() => window.svcFloatingActionButton?.open())).toBe(true);
  await expect(popup.dialog).toBeVisible();
  await page.evaluate(() => void window.svcFloatingActionButton?.close());
  await expect(popup.dialog).toHaveCount(0);
  expect(await seen.names()).toEqual(['svc-popup-opened', 'svc-popup-closed', 'svc-popup-opened', 'svc-popup-closed']);
});

test('without a widget it opens the chat in a panel, which Escape, the button and close() close; a chat of the page itself gets the focus. docs/components.md B9.2, B9.6, B16.3, S40', async ({
  page,
  openWithButton,
  popup,
  seen,
}) => {
  const settings = switchOn({ chat: true });
  await openWithButton({ settings });
  const field = page.locator('svc-chat').getByLabel('Your message');
  expect([await button(page).getAttribute('aria-haspopup'), await field.count()]).toEqual([null, 0]);
  const control = page.locator('svc-floating-action-button [part~="button"]');
  await control.click();
  await expect(field).toBeFocused();
  await expect(control).toHaveAttribute('aria-expanded', 'true');
  expect(await control.getAttribute('aria-controls')).toBe('panel');
  await field.fill('A draft');
  await expectAccessible(page);
  await shot(page, 'button-chat', { folder: 'components' });
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(control).toBeFocused();
  await expect(control).toHaveAttribute('aria-expanded', 'false');

  // What was written is still there, and the panel fits a narrow and a low screen.
  expect(await page.evaluate(() => window.svcFloatingActionButton?.open())).toBe(true);
  await expect(field).toHaveValue('A draft');
  for (const size of [
    { width: 320, height: 640 },
    { width: 640, height: 320 },
  ]) {
    await page.setViewportSize(size);
    await expect(field).toBeInViewport({ ratio: 1 });
    const { x, y, width } = (await page
      .locator('svc-floating-action-button [part~="panel"]')
      .boundingBox()) as NonNullable<Awaited<ReturnType<ReturnType<typeof button>['boundingBox']>>>;
    expect([x >= 0, y >= 0, x + width <= size.width], JSON.stringify(size)).toEqual([true, true, true]);
    await expectNoSidewaysScroll(page);
  }
  await shot(page, 'button-chat-low', { folder: 'components' });
  await page.evaluate(() => void window.svcFloatingActionButton?.close());
  await expect(field).toBeHidden();
  await control.click();
  await expect(field).toBeFocused();
  await control.click();
  await expect(field).toBeHidden();
  expect([await seen.names(), await popup.dialog.count()]).toEqual([[], 0]);

  await openWithButton({ settings, body: `${BODY}<svc-chat></svc-chat>` });
  await control.click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await expect(page.locator('svc-floating-action-button [part~="panel"]')).toHaveCount(0);
});

test('size, place and z-index; mirrored in pages from right to left. docs/components.md B9.3, B9.4, B5.6, B6.7, S19', async ({
  page,
  openWithButton,
}) => {
  await openWithButton({ settings: { zIndex: { floatingActionButton: 321 } } });
  const { x, y, width, height } = (await button(page).boundingBox()) as NonNullable<
    Awaited<ReturnType<ReturnType<typeof button>['boundingBox']>>
  >;
  const pageWidth = await page.evaluate(() => document.documentElement.clientWidth);
  expect([width, height, pageWidth - x - width, 700 - y - height].map(Math.round)).toEqual([56, 56, 20, 20]);
  expect(await page.locator('svc-floating-action-button').evaluate((element) => getComputedStyle(element).zIndex)).toBe(
    '321',
  );
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await expect.poll(async () => Math.round((await button(page).boundingBox())?.x as number)).toBeLessThanOrEqual(40);
});

test('the first button works, others hide with one warning. docs/components.md B6.10', async ({
  page,
  openWithButton,
  seen,
}) => {
  await openWithButton({
    body: '<svc-floating-action-button id="one"></svc-floating-action-button><svc-floating-action-button id="two"></svc-floating-action-button>',
  });
  await expect(page.locator('#one').getByRole('button')).toBeVisible();
  await expect(page.locator('#two').getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => window.svcFloatingActionButton?.id)).toBe('one');
  await expect.poll(() => getWarnings(seen, 'two-buttons')).toHaveLength(1);
  expect(seen.console).toHaveLength(1);
});

test('with --svc-fab-avoid it moves above a bar of the page. docs/components.md B9.5', async ({
  page,
  openWithButton,
}) => {
  await openWithButton({
    head: '<style>svc-floating-action-button { --svc-fab-avoid: auto }</style>',
    body: '<div id="bar" style="position: fixed; inset: auto 0 0 0; height: 80px; background: #eee">Buy</div>',
  });
  const gap = async () => {
    const [above, below] = [await button(page).boundingBox(), await page.locator('#bar').boundingBox()];
    return Math.round((below?.y as number) - (above?.y as number) - (above?.height as number));
  };
  await expect.poll(gap).toBe(12);
});

/** Milliseconds from the answer that says what the page needs until the code that counts the page is requested. */
const measureWait = (): number => {
  const find = (part: string) =>
    performance.getEntriesByType('resource').find(({ name }) => name.includes(part)) as PerformanceResourceTiming;
  return find('/visits-').startTime - find('/api/components/v1/config').responseEnd;
};

test('before the first interaction a page loads only the files that its budget counts, and does not shift. docs/components.md B5.2, B5.5, B16.4, B16.5', async ({
  page,
  baseURL,
  demoShop,
  openWithButton,
  popup,
  seen,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const loaded = new Set<string>();
  page.on('requestfinished', (request) => {
    const { origin: from, pathname } = new URL(request.url());
    const name = /^(?:\/v\/[^/]+)?\/([a-z]+)(?:-[^/]+)?\.js$/.exec(pathname)?.[1];
    if (name && from === baseURL) loaded.add(name);
  });
  // As in libs/components/build/budgets.mjs, which the build checks.
  for (const { open, files } of [
    { open: () => openWithButton(), files: ['components', 'launcher', 'page'] },
    { open: () => page.goto(`${demoShop}/quiz`), files: ['components', 'core', 'frame', 'launcher', 'page'] },
    {
      open: () => page.goto(`${demoShop}/p/velvet-hour-foundation`),
      files: ['components', 'core', 'launcher', 'page', 'widget'],
    },
  ]) {
    loaded.clear();
    await open();
    await expect(button(page)).toBeVisible();
    await expect.poll(() => [...loaded].sort(), page.url()).toEqual([...files, 'visits'].sort());
    // What counts the page waits for a second, in which a page that is not slow loads everything else.
    expect(await page.evaluate(measureWait)).toBeGreaterThan(990);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.02);
  }
  // Nothing opened by itself, and the code of the popup waited until it was needed.
  expect([await seen.names(), await popup.dialog.count()]).toEqual([[], 0]);
  expect(await popup.open()).toBe(true);
  await expect.poll(() => loaded.has('popup')).toBe(true);
});

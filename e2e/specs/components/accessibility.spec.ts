/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { expect, test } from '../../support/browser/component-test.js';
import { expectNoSidewaysScroll, shot } from '../../support/browser/questionnaire.js';

/** The components as shoppers with other needs and devices see them, on pages of the demo shop. docs/components.md B6.7, B16.3. */

const button = (page: Page) => page.locator('svc-floating-action-button').getByRole('button');
const invitation = (page: Page) => page.locator('svc-widget [part~="invitation"]');

for (const { name, query = '', widget = '', use = {}, onlyFits = false } of [
  { name: 'as it is' },
  { name: 'from right to left and in German', query: '?dir=rtl&lang=de' },
  { name: 'with a root of 62.5 % and a banner', query: '?root=62.5&banner=1', widget: '?widget=flow' },
  { name: 'in the dark', use: { colorScheme: 'dark' } },
  // The same colors and names as above: what differs is the room.
  { name: 'at 200 % zoom', use: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, onlyFits: true },
  { name: 'on a screen of 320 pixels', use: { viewport: { width: 320, height: 640 } }, onlyFits: true },
] as const) {
  test.describe(`the demo shop ${name}`, () => {
    test.use(use);

    test('is accessible with each element and the open popup, and fits the screen. docs/components.md B6.7, B9.3, B16.3', async ({
      page,
      demoShop,
      inline,
      popup,
    }) => {
      const check = async (state: string, hasFrames: boolean) => {
        if (!onlyFits) await expectAccessible(page, { hasFrames });
        await expectNoSidewaysScroll(page);
        await shot(page, `${name} ${state}`.replaceAll(/\W+/g, '-'), { folder: 'components' });
      };
      await page.goto(`${demoShop}/quiz${query}`);
      await expect(inline.heading).toBeVisible();
      if (query.includes('lang=de')) await expect(inline.frame.locator('html')).toHaveAttribute('lang', 'de');
      await check('quiz', true);
      await page.goto(`${demoShop}/p/velvet-hour-foundation${widget || query}`);
      // On a narrow screen it is a bar until the shopper opens it.
      const toggle = page.locator('svc-widget [part~="toggle"]').first();
      await expect(toggle).toBeVisible();
      if (await invitation(page).isHidden()) await toggle.click();
      await expect(invitation(page)).toBeVisible();
      // The shop's own script shows the product.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check('widget', false);
      await page.goto(`${demoShop}/${query}`);
      await expect(button(page)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Velvet Hour Foundation' })).toBeVisible();
      await check('button', false);
      await page.getByRole('button', { name: 'Find your shade' }).click();
      await expect(popup.heading).toBeVisible();
      await check('popup', true);
      await expect(popup.closeButton).toHaveAttribute('lang', query.includes('lang=de') ? 'de' : 'en');
      // What closes the dialog is on the screen, and large enough for a finger.
      const { x, y, width, height } = (await popup.closeButton.boundingBox()) as Record<
        'x' | 'y' | 'width' | 'height',
        number
      >;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      const screen = page.viewportSize() as { width: number; height: number };
      expect([x + width <= screen.width, y + height <= screen.height]).toEqual([true, true]);
    });
  });
}

test('with forced colors every part keeps an edge, and nothing of the components is printed. docs/components.md B6.7, B16.3', async ({
  page,
  demoShop,
  inline,
  popup,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${demoShop}/p/velvet-hour-foundation`);
  await expect(invitation(page)).toBeVisible();
  expect(await popup.open()).toBe(true);
  // Shadows and backgrounds are not drawn with forced colors.
  const edges = await page.evaluate(() =>
    [
      ['svc-analysis-popup', '.panel'],
      ['svc-widget', '[part~="panel"]'],
    ].map(([tag, selector]) => {
      const part = document.querySelector(tag as string)?.shadowRoot?.querySelector(selector as string);
      const { outlineStyle, borderTopStyle } = getComputedStyle(part as Element);
      return [tag, outlineStyle !== 'none' || borderTopStyle !== 'none'];
    }),
  );
  expect(edges).toEqual([
    ['svc-analysis-popup', true],
    ['svc-widget', true],
  ]);
  await page.emulateMedia({ media: 'print', forcedColors: 'none' });
  await expect(popup.dialog).toBeHidden();
  await expect(invitation(page)).toBeHidden();
  await expect(button(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${demoShop}/quiz`);
  await expect(inline.heading).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(inline.iframe).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

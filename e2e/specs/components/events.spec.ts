/// <reference lib="dom" />
import { answerIn } from '../../support/browser/component-pages.js';
import { expect, test } from '../../support/browser/component-test.js';

/** Events of the components and of the integrator. docs/components.md B11. */

test('events are dispatched on document, bubble to window, and a listener that throws stops nothing. docs/components.md B11.1, B11.8', async ({
  page,
  openShop,
  inline,
}) => {
  await openShop({
    head: `<script>
      window.targets = [];
      document.addEventListener('svc-analysis-finished', () => { throw new Error('listener of the page'); });
      document.addEventListener('svc-analysis-finished', (event) => targets.push(['document', event.target === document, event.cancelable]));
      window.addEventListener('svc-analysis-finished', (event) => targets.push(['window', event.bubbles, event.composed]));
      document.addEventListener('svc-add-to-cart', (event) => targets.push(['cart', event.cancelable]));
      document.addEventListener('svc-data-updated', (event) => targets.push(['updated', event.detail]));
    </script>`,
    body: '<svc-analysis></svc-analysis>',
  });
  await answerIn(inline.frame);
  const targets = () => page.evaluate(() => (window as unknown as { targets: unknown[] }).targets);
  await expect.poll(targets).toEqual([
    ['document', true, false],
    ['window', true, false],
    ['updated', null],
  ]);
  await inline.frame
    .getByRole('button', { name: /cart|bag/i })
    .first()
    .click();
  await expect.poll(async () => (await targets()).at(-1)).toEqual(['cart', true]);
});

test('one occurrence is one event, however many components are in the page, and an analysis that was finished in this page load is no later visit. docs/components.md B11.3, B11.8, B6.10', async ({
  page,
  openShop,
  popup,
  seen,
}) => {
  await openShop({ body: '<svc-analysis id="one"></svc-analysis><svc-analysis id="two"></svc-analysis>' });
  await answerIn(page.frameLocator('#one iframe'));
  await expect.poll(() => seen.names()).toEqual(['svc-analysis-finished', 'svc-data-updated']);
  // The popup shows the same result: no event, neither another one of the analysis nor one of a visit.
  expect(await popup.open()).toBe(true);
  await expect(popup.result).toBeVisible();
  await popup.close();
  await expect.poll(() => seen.names()).toContain('svc-popup-closed');
  const count = async (name: string) => (await seen.names()).filter((each) => each === name).length;
  expect([await count('svc-analysis-finished'), await count('svc-result-page-opened')]).toEqual([1, 0]);
  // In the next page load it is a visit, once, although three frames show it.
  await page.reload();
  await expect(page.frameLocator('#one iframe').locator('svc-result h1')).toBeVisible();
  await expect(page.frameLocator('#two iframe').locator('svc-result h1')).toBeVisible();
  await expect.poll(() => count('svc-result-page-opened')).toBe(1);
  expect(await popup.open()).toBe(true);
  await expect(popup.result).toBeVisible();
  await popup.close();
  await expect.poll(() => seen.names()).toContain('svc-popup-closed');
  expect([await count('svc-analysis-finished'), await count('svc-result-page-opened')]).toEqual([0, 1]);
});

test('the single-page shop reports its routes, components stay, and the widget follows the product. docs/components.md B5.1, B11.12, B11.13, B11.15', async ({
  page,
  demoShop,
  seen,
}) => {
  const invitation = page.locator('svc-widget [part~="invitation"]');
  await page.goto(`${demoShop}/spa/`);
  await page.evaluate(() => window.svcComponents?.ready);
  await expect(page.locator('svc-analysis-popup[auto]')).toHaveCount(1);
  await expect(invitation).toBeHidden();
  await page.getByRole('link', { name: 'Velvet Hour Foundation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Velvet Hour Foundation');
  await expect(invitation).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/spa/p/velvet-hour-foundation');
  expect(await page.evaluate(() => (window.SVC_AI as { PRODUCT_ID: string }).PRODUCT_ID)).toBe('FND-VELVET');
  // An application that replaced everything gets its automatic elements again with the next route.
  await page.evaluate(() => document.querySelector('svc-floating-action-button')?.remove());
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Linden & Lune as a single-page application');
  await expect(page.locator('svc-floating-action-button')).toHaveCount(1);
  await expect(invitation).toBeHidden();
  expect(await page.evaluate(() => 'PRODUCT_ID' in (window.SVC_AI as object))).toBe(false);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

/// <reference lib="dom" />
import { answerIn, QUESTION, readRecords } from '../../support/browser/component-pages.js';
import { expect, test } from '../../support/browser/component-test.js';

/** Shop pages that work against the components, on purpose or by accident. docs/components.md B6, B16. */

const BODY = '<svc-analysis></svc-analysis>';

test('a page that pollutes prototypes and replaces functions of the browser changes nothing in the frame, and answers are stored as they were given. docs/components.md B6.12, B14.6', async ({
  page,
  openShop,
  inline,
  popup,
  seen,
}) => {
  const { analysis, handle } = await openShop({
    head: `<script>
      // What old libraries add.
      Object.prototype.polluted = 'polluted';
      Array.prototype.contains = function (item) { return this.indexOf(item) >= 0; };
      // What spying scripts replace: they see what passes through this window.
      window.passed = [];
      const { parse, stringify } = JSON;
      JSON.parse = (...given) => { window.passed.push(given[0]); return parse(...given); };
      JSON.stringify = (...given) => { window.passed.push(given[0]); return stringify(...given); };
      const post = window.postMessage;
      window.postMessage = (...given) => { window.passed.push(given[0]); return post.apply(window, given); };
      const add = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
        const wrapped = typeof listener === 'function' && type === 'message'
          ? function (event) { window.passed.push(event.data); return listener.call(this, event); }
          : listener;
        return add.call(this, type, wrapped, ...rest);
      };
    </script>`,
    body: BODY,
  });
  await expect(inline.heading).toHaveText(QUESTION);
  const isPolluted = () => inline.frame.locator('html').evaluate(() => 'polluted' in {} || 'contains' in []);
  expect(await isPolluted()).toBe(false);
  await answerIn(inline.frame);
  await expect.poll(() => seen.names()).toEqual(['svc-analysis-finished', 'svc-data-updated']);
  const [{ analysis_id: id, funnel }] = (await readRecords(page)).analyses;
  expect(funnel).toBe(handle);
  expect((await analysis(id)).answers.selectionValues).toEqual([{ stepId: 1, selectedKey: 'dry' }]);
  expect(await popup.open()).toBe(true);
  await expect(popup.result).toBeVisible();
  // The page learns what its events carry, and never what the shopper answered.
  const passed = await page.evaluate(() => {
    delete (Object.prototype as { polluted?: unknown }).polluted;
    return (window as unknown as { passed: unknown[] }).passed.map(String).join() + document.body.innerHTML;
  });
  expect(passed).not.toContain('selectedKey');
  expect(seen.trouble).toEqual([]);
});

test('functions of the browser that throw or lie cause no exception in the page. docs/components.md B6.12', async ({
  page,
  openShop,
  seen,
}) => {
  for (const sabotage of [
    `JSON.parse = () => { throw new Error('sabotage'); }`,
    `JSON.parse = () => ({ __proto__: null })`,
    `window.fetch = () => Promise.reject(new Error('sabotage'))`,
    `window.fetch = async () => new Response('{"funnels":7,"components":null}')`,
    `Object.defineProperty(window, 'localStorage', { get() { throw new Error('sabotage'); } })`,
  ]) {
    await openShop({ head: `<script>${sabotage}</script>`, body: BODY });
    const isReady = await page.evaluate(async () => {
      await window.svcComponents?.ready;
      // A promise of a public function resolves, whatever happens.
      return typeof (await (window.svcAnalysisPopup?.open() ?? true));
    });
    expect(isReady, sabotage).toBe('boolean');
    expect(seen.trouble, sabotage).toEqual([]);
  }
});

test('style sheets of the page do not reach into the elements. docs/components.md B6.7', async ({
  page,
  openShop,
  inline,
  popup,
}) => {
  await openShop({
    head: `<style>
      iframe, dialog, button, svg, div { display: none !important; opacity: 0 !important; visibility: hidden !important }
      * { font-size: 3px !important; pointer-events: none; transform: rotate(3deg); letter-spacing: 2em }
      svc-analysis, svc-analysis-popup, svc-floating-action-button { pointer-events: auto }
    </style>`,
    body: BODY,
  });
  await expect(inline.heading).toHaveText(QUESTION);
  const launcher = page.locator('svc-floating-action-button').getByRole('button');
  await launcher.click();
  await expect(page.locator('svc-chat').getByLabel('Your message')).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await popup.open()).toBe(true);
  await expect(popup.dialog).toBeVisible();
  await expect(popup.heading).toHaveText(QUESTION);
  const box = await popup.closeButton.boundingBox();
  expect(Math.min(box?.width as number, box?.height as number)).toBeGreaterThanOrEqual(44);
  await popup.closeButton.click();
  await expect(popup.dialog).toHaveCount(0);
});

test('a page that hides everything hides the components as well, and nothing fails. docs/components.md B6.12', async ({
  openShop,
  popup,
  seen,
}) => {
  await openShop({ head: '<style>* { display: none !important }</style>', body: BODY });
  expect(await popup.open()).toBe(true);
  await popup.close();
  await expect.poll(() => seen.names()).toEqual(['svc-popup-opened', 'svc-popup-closed']);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

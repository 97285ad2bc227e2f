/// <reference lib="dom" />
import { QUESTION } from '../../support/browser/component-pages.js';
import { expect, getWarnings, INLINE, test } from '../../support/browser/component-test.js';

/** How the script gets into a page. docs/components.md B1, B5. */

/** Also with the query of a further attempt. */
const CHUNK = /\/v\/[^/]+\/frame-[^/]+\.js/;

test('the demo shop creates popup and button, the popup opens from the page’s own button before the script is loaded, and the console stays empty. docs/components.md B5.1, B5.8, B16.6', async ({
  page,
  popup,
  seen,
  demoShop,
}) => {
  let deliver = () => {};
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/components.js', async (route) => {
    await isDelivered;
    await route.continue();
  });
  await page.goto(`${demoShop}/`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.evaluate(() => void window.svcAnalysisPopup?.open());
  await expect(page.locator('svc-analysis-popup')).toHaveCount(0);
  deliver();
  await expect(popup.heading).toBeVisible();
  await expect(page.locator('body > svc-analysis-popup[auto]')).toHaveCount(1);
  await expect(page.locator('body > svc-floating-action-button[auto]')).toHaveCount(1);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

for (const [name, script] of Object.entries({
  defer: (source: string) => `<script defer src="${source}"></script>`,
  async: (source: string) => `<script async src="${source}"></script>`,
  'before the body': (source: string) => `<script src="${source}"></script>`,
  'inserted by a tag manager': (source: string) =>
    `<script>addEventListener('load', () => document.head.append(Object.assign(document.createElement('script'), { src: '${source}' })))</script>`,
})) {
  test(`the script works ${name}. docs/components.md B1.3, S10`, async ({ baseURL, openShop, inline, seen }) => {
    await openShop({
      body: '<svc-analysis></svc-analysis>',
      script: script(`${baseURL}/components.js`),
    });
    await expect(inline.heading).toHaveText(QUESTION);
    expect([seen.console, seen.trouble]).toEqual([[], []]);
  });
}

test('from a funnel’s host the script needs no company key. docs/components.md B1.2, B1.4, B3.2, S2', async ({
  page,
  openShop,
  workerCompany,
  inline,
  seen,
}) => {
  const { origin } = workerCompany;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/components/')) asked.push(new URL(request.url()).origin);
  });
  await openShop({
    company: null,
    body: '<svc-analysis></svc-analysis>',
    script: `<script defer src="${origin}/components.js"></script>`,
  });
  await expect(inline.heading).toHaveText(QUESTION);
  expect(asked).toEqual([origin]);
  expect(seen.console).toEqual([]);
});

test('a second script finds the first one and changes nothing. docs/components.md B1.10', async ({
  page,
  baseURL,
  openShop,
  inline,
  seen,
}) => {
  const tag = `<script defer src="${baseURL}/components.js"></script>`;
  await openShop({
    body: '<svc-analysis></svc-analysis>',
    script: tag + tag,
  });
  await expect(inline.heading).toHaveText(QUESTION);
  expect(await page.locator('svc-floating-action-button').count()).toBeLessThanOrEqual(1);
  await expect(page.locator('svc-analysis-popup')).toHaveCount(1);
  expect(seen.console).toEqual([expect.stringMatching(/^info: svc.*\d+\.\d+\.\d+.*\d+\.\d+\.\d+/)]);
  expect(await page.evaluate(() => Object.isFrozen(window.svcComponents))).toBe(true);
});

test('a tag that another script has defined stays as it is. docs/components.md B1.10, B15.1', async ({
  page,
  openShop,
  seen,
}) => {
  await openShop({
    head: `<script>customElements.define('svc-analysis', class Foreign extends HTMLElement {})</script>`,
    body: '<svc-analysis>theirs</svc-analysis>',
  });
  await expect.poll(() => getWarnings(seen, 'taken')).toHaveLength(1);
  expect(await page.evaluate(() => customElements.get('svc-analysis')?.name)).toBe('Foreign');
  expect(seen.trouble).toEqual([]);
});

test('while the service does not answer, the page keeps its fallback and no exception. docs/components.md B4.6, B6.8, B6.12', async ({
  page,
  openShop,
  seen,
}) => {
  await page.route('**/api/components/v1/config*', (route) => route.abort());
  await openShop({
    body: '<svc-analysis><a href="https://example.com/">Start here</a></svc-analysis>',
  });
  await expect.poll(() => getWarnings(seen, 'config')).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'Start here' })).toBeVisible();
  // The next open() tries again.
  await page.unroute('**/api/components/v1/config*');
  const opened = await page.evaluate(() => window.svcAnalysisPopup?.open());
  expect(opened).toBe(true);
  expect(seen.trouble).toEqual([]);
});

test('a missing chunk is loaded again from the version that the address names. docs/components.md B1.9', async ({
  page,
  openShop,
  inline,
  seen,
}) => {
  let refused = 0;
  await page.route(CHUNK, (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  await openShop({ body: '<svc-analysis></svc-analysis>' });
  await expect(inline.heading).toHaveText(QUESTION);
  expect(refused).toBeGreaterThan(1);
  expect(seen.console).toEqual([]);
});

test('a chunk that stays missing is one warning, the fallback stays, and a later call tries again. docs/components.md B1.9', async ({
  page,
  openShop,
  popup,
  seen,
}) => {
  await page.route(CHUNK, (route) => route.fulfill({ status: 404, body: '' }));
  await openShop({ body: INLINE });
  await expect.poll(() => seen.console).toEqual([expect.stringMatching(/^warning: svc \[chunk\] .+ https?:\/\//)]);
  await expect(page.getByText('Fallback')).toBeVisible();
  // The popup needs it as well. A later call tries again.
  expect(await popup.open()).toBe(false);
  await page.unroute(CHUNK);
  expect(await popup.open()).toBe(true);
  await expect(popup.heading).toHaveText(QUESTION);
});

test('no cookie is set and nothing is stored before the shopper does something. docs/components.md B12.8', async ({
  page,
  context,
  inline,
  demoShop,
}) => {
  await page.goto(`${demoShop}/quiz`);
  await expect(inline.heading).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([[], []]);
});

test('the script changes nothing of the page outside of its own elements. docs/components.md B1.12, S3', async ({
  page,
  openShop,
  popup,
  inline,
}) => {
  await openShop({
    head: `<script>
      window.changes = [];
      const observer = new MutationObserver((records) => {
        for (const { target, type, addedNodes, removedNodes } of records) {
          const others = [...addedNodes, ...removedNodes].filter(({ localName }) => !/^svc-/.test(localName));
          if (document.readyState === 'loading' || target.closest?.('svc-analysis') || /^svc-/.test(target.localName)) continue;
          if (type !== 'childList' || others.length > 0) changes.push(type + ' of ' + target.nodeName);
        }
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      // What the parser added last is not reported before the document is read.
      document.addEventListener('readystatechange', () => observer.takeRecords(), { once: true });
      const add = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (type, ...rest) {
        // Both keep a page out of the back-forward cache.
        if (/^(before)?unload$/.test(type)) changes.push('listener of ' + type);
        return add.call(this, type, ...rest);
      };
      window.globals = Object.getOwnPropertyNames(window);
    </script>`,
    body: '<svc-analysis></svc-analysis><p>Text of the shop</p>',
  });
  await expect(inline.heading).toHaveText(QUESTION);
  await expect(page.locator('svc-floating-action-button').getByRole('button')).toBeVisible();
  const [changes, globals] = await page.evaluate(() => {
    const own = window as unknown as { changes: string[]; globals: string[] };
    const isNew = (name: string) => !own.globals.includes(name) && !/^(\d+|globals)$/.test(name);
    return [own.changes, Object.getOwnPropertyNames(window).filter(isNew).sort()];
  });
  expect(changes).toEqual([]);
  expect(globals).toEqual(['svcAnalysisPopup', 'svcComponents', 'svcFloatingActionButton']);
  const look = () => page.evaluate(() => document.documentElement.outerHTML.replace(/<svc-.*?<\/svc-[a-z-]+>/gs, ''));
  const html = await look();
  expect(await popup.open()).toBe(true);
  await popup.close();
  await expect(popup.dialog).toHaveCount(0);
  expect(await look()).toBe(html);
});

test('while the service answers slowly, the fallback is shown, and open() waits. docs/components.md B5.7, B6.8, B8.2; docs/contract.md C22.4', async ({
  page,
  openShop,
  popup,
  inline,
  seen,
}) => {
  let deliver = () => {};
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/api/components/v1/config*', async (route) => {
    await isDelivered;
    await route.continue();
  });
  await openShop({ body: INLINE });
  await expect(page.getByText('Fallback')).toBeVisible();
  // The height that the questions will need, so that what is below does not move.
  await expect.poll(async () => (await page.locator('svc-analysis').boundingBox())?.height).toBeGreaterThanOrEqual(640);
  await page.evaluate(() => {
    void window.svcAnalysisPopup?.open().then((isOpen) => Object.assign(window, { isOpen }));
  });
  expect(await page.evaluate(() => 'isOpen' in window)).toBe(false);
  deliver();
  await expect(inline.heading).toHaveText(QUESTION);
  await expect(page.getByText('Fallback')).toBeHidden();
  await expect(popup.heading).toHaveText(QUESTION);
  await expect.poll(() => page.evaluate(() => (window as unknown as { isOpen: boolean }).isOpen)).toBe(true);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { everyStep, openFunnel, visitor } from '../support/questionnaire.js';

test.use({ viewport: { width: 800, height: 700 }, locale: 'en', reducedMotion: 'reduce' });

const OPTIONS = { source: null, queryString: null, locale: null, forceStart: false, popup: false, cart: false };
const LIBRARY = new URL('../../libs/components/dist/', import.meta.url);
type Heard = { type: string; payload: Record<string, unknown> };

/** Shop pages by path, and the built library under `/lib/`, on names of this machine. */
let shop: Server;
const pages = new Map<string, string>();

test.beforeAll(async () => {
  shop = createServer(async ({ url = '/' }, response) => {
    const isCode = url.startsWith('/lib/');
    const body = isCode
      ? await readFile(new URL(url.replace('/lib/', ''), LIBRARY), 'utf8').catch(() => '')
      : pages.get(url);
    response.writeHead(body ? 200 : 404, { 'content-type': isCode ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(body ?? '');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => new Promise((resolve) => shop.close(resolve)));

const shopHost = (name = 'shop') => `${name}.localhost:${(shop.address() as AddressInfo).port}`;

/** A shop's page on an origin of its own that embeds a funnel with the messages of libs/components. */
async function openShop(
  page: Page,
  funnelOrigin: string,
  given: { options?: object; name?: string; path?: string } = {},
) {
  const path = `/${pages.size}`;
  pages.set(path, shopPage(funnelOrigin, given.path ?? '/', { ...OPTIONS, ...given.options }));
  await page.goto(`http://${shopHost(given.name)}${path}`);
  const heard = () => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
  const last = async (type: string) => (await heard()).filter((message) => message.type === type).at(-1)?.payload;
  return { frame: page.frameLocator('iframe'), heard, last };
}

const shopPage = (origin: string, path: string, options: object) => `<!doctype html><html lang="en"><title>Shop</title>
  <h1>Shop</h1><button id="before">Before</button>
  <iframe title="Quiz" src="${origin}${path}" allow="camera" style="inline-size: 100%; block-size: 300px; border: 0"></iframe>
  <script type="module">
    import { connectToFrame } from '/lib/messages/connect-to-frame.js';
    const frame = document.querySelector('iframe');
    window.heard = [];
    const types = ['ready', 'height', 'step-changed', 'started', 'finished', 'result-opened', 'close-requested', 'theme'];
    const on = Object.fromEntries(types.map((type) => [type, (payload) => {
      window.heard.push({ type, payload });
      if (type === 'height') frame.style.blockSize = payload.height + 'px';
    }]));
    window.link = connectToFrame({ window, frame, origin: '${origin}', embedId: 'embed-1', options: () => (${JSON.stringify(options)}), on });
    // The frame may have been loaded before this module.
    frame.src = frame.src;
  </script>`;

const domain = () => ({ domains: [shopHost()] });

/** The parts of `visitor` for a page in a frame. */
function inFrame(frame: FrameLocator) {
  const heading = frame.locator('svc-quiz h1');
  const next = frame.locator('svc-quiz button[type=submit]');
  const option = (caption: string) => frame.locator('label.option').filter({ hasText: caption });
  return { heading, next, option };
}

test.describe('the page in a frame of a shop page', () => {
  test('tells its height, its steps, the beginning and the end, and takes where the visitor came from', async ({
    page,
    baseURL,
  }) => {
    const funnel = await openFunnel(baseURL, 'e-journey', { company: domain() });
    const { frame, heard, last } = await openShop(page, funnel.origin, {
      options: { source: 'shop', queryString: 'utm=1' },
    });
    const { heading, next, option } = inFrame(frame);
    await expect(heading).toHaveText('Your goal?');
    await expect.poll(() => last('step-changed')).toEqual({ stepId: 1, index: 0, count: 5 });
    expect((await heard()).map(({ type }) => type)).toEqual(expect.arrayContaining(['ready', 'theme', 'height']));
    expect(await last('theme')).toEqual({ colorScheme: 'light', accentColor: null });
    expect(await last('started')).toBeUndefined();

    await option('A look').click();
    await expect(heading).toHaveText('Your skin?');
    expect(await last('started')).toEqual({ startedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await last('step-changed')).toEqual({ stepId: 2, index: 1, count: 6 });
    // The frame is as high as its content: nothing scrolls inside.
    await expect
      .poll(() => frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight))
      .toBeLessThanOrEqual(1);

    await next.click();
    await option('Red').first().click();
    await expect(heading).toHaveText('Your age?');
    await option('25–34').click();
    await expect(heading).toHaveText('A picture?');
    await next.click();
    await frame.locator('#firstName').fill('Ada');
    await frame.locator('#email').fill('ada@example.com');
    await frame.locator('#consent').check();
    await next.click();
    await expect.poll(() => last('finished'), { timeout: 15_000 }).toBeTruthy();
    const finished = (await last('finished')) as { analysis_id: string };
    expect(finished).toMatchObject({
      analysis_url: `${funnel.origin}/r/${finished.analysis_id}`,
      funnel: 'e-journey',
      first_name: 'Ada',
      email: 'ada@example.com',
      products: [],
    });
    expect((await funnel.analysis(finished.analysis_id)).tracking).toMatchObject({
      source: 'shop',
      queryString: 'utm=1',
    });
    expect((await heard()).filter(({ type }) => type === 'finished')).toHaveLength(1);
    expect(await last('result-opened')).toBeUndefined();

    // The shop page keeps the address, as browsers may forget what frames store; a later visit opens it.
    const later = await openShop(page, funnel.origin, { path: new URL(page.frames()[1]?.url() as string).pathname });
    await expect
      .poll(() => later.last('result-opened'), { timeout: 15_000 })
      .toMatchObject({ analysis_id: finished.analysis_id });
    expect((await later.last('result-opened')) as object).not.toHaveProperty('email');
    expect(await later.last('finished')).toBeUndefined();
  });

  test('begins anew when the shop page says so, though the frame still knows the last visit', async ({
    page,
    baseURL,
  }) => {
    const funnel = await openFunnel(baseURL, 'e-force', { company: domain(), steps: everyStep().slice(0, 1) });
    const { frame, last } = await openShop(page, funnel.origin, { options: { forceStart: true } });
    await inFrame(frame).option('Care').click();
    await inFrame(frame).next.click();
    await expect.poll(() => last('finished'), { timeout: 15_000 }).toBeTruthy();
    await page.reload();
    await expect(inFrame(frame).heading).toHaveText('Your goal?');
    await expect(frame.getByRole('radio', { name: 'Care' })).not.toBeChecked();
  });

  test('speaks the language of the shop page, where the funnel has it', async ({ page, baseURL }) => {
    const funnel = await openFunnel(baseURL, 'e-language', { company: domain() });
    const { frame } = await openShop(page, funnel.origin, { options: { locale: 'de-AT' } });
    await expect(inFrame(frame).heading).toHaveText('Dein Ziel?');
  });

  test('asks to be closed with Escape in a dialog only, and takes the keyboard focus when it is given', async ({
    page,
    baseURL,
  }) => {
    const funnel = await openFunnel(baseURL, 'e-popup', { company: domain() });
    const inline = await openShop(page, funnel.origin);
    await expect(inFrame(inline.frame).heading).toHaveText('Your goal?');
    await expect.poll(() => inline.last('ready')).toBeTruthy();
    await page.locator('iframe').focus();
    await page.evaluate(() =>
      (window as unknown as { link: { send(type: string, payload: object): void } }).link.send('focus', {}),
    );
    await expect(inFrame(inline.frame).heading).toBeFocused();
    await page.keyboard.press('Escape');
    expect(await inline.last('close-requested')).toBeUndefined();

    const popup = await openShop(page, funnel.origin, { options: { popup: true } });
    await expect.poll(() => popup.last('ready')).toBeTruthy();
    await popup.frame.getByRole('radio', { name: 'Care' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => popup.last('close-requested')).toEqual({});
  });

  test('is shown to pages of the company’s domains only, and answers nobody else (reliability R10.1, R10.2)', async ({
    page,
    baseURL,
  }) => {
    const funnel = await openFunnel(baseURL, 'e-foreign', { company: domain() });
    const foreign = await openShop(page, funnel.origin, { name: 'evil' });
    const blocked = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.reload();
    await blocked;
    expect(await foreign.heard()).toEqual([]);
  });
});

test('the page alone works without a shop page, and is not moved by messages', async ({ page, baseURL }) => {
  const funnel = await openFunnel(baseURL, 'e-alone');
  const { at } = visitor(page);
  await page.goto(`${funnel.origin}/`);
  await at('Your goal?');
  await page.evaluate(() => {
    for (const type of ['hello', 'focus', 'close', 'height', '__proto__']) {
      for (const payload of [null, 7, {}, { locale: 'de', forceStart: true }]) {
        window.postMessage({ svc: 1, v: 1, embedId: 'e', type, payload }, '*');
      }
    }
    for (const data of [null, 'x', 7, [], { svc: 2 }]) window.postMessage(data, '*');
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await at('Your goal?');
});

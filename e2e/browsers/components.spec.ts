import { QUESTION } from '../support/browser/component-pages.js';
import { expect, inside, POPUP, test } from './shop-test.js';
import { frameExpression } from './smoke-browser.js';

/** The components in Firefox and in WebKit, whose engine is Safari's: what browsers do differently. The rest is tested in Chromium. */

const DIALOG = `${POPUP}.shadowRoot?.querySelector('dialog')`;
const BODY = `<button type="button" id="start" onclick="svcAnalysisPopup.open()">Start</button><div style="height: 3000px"></div>`;
const INLINE = '<svc-analysis></svc-analysis>';

test('the demo shop has its popup and its button. docs/components.md B5.1', async ({ smoke, demoShop }) => {
  await smoke.open(`${demoShop}/`);
  await expect
    .poll(() => smoke.evaluate(`document.querySelectorAll('body > [auto]').length`))
    .toBeGreaterThanOrEqual(2);
  expect(await smoke.evaluate('svcComponents.version')).toMatch(/^\d+\.\d+\.\d+/);
});

test('the popup gives the close button the focus, and Escape gives it back. docs/components.md B8.6, B8.7, B8.8', async ({
  smoke,
  openShop,
  openPopup,
  isOpen,
  recorded,
}) => {
  await openShop({ body: BODY });
  await openPopup();
  await expect
    .poll(() => smoke.evaluate(`${POPUP}.shadowRoot.activeElement?.getAttribute('part') ?? ''`))
    .toContain('close');
  await smoke.press('Escape');
  await expect.poll(isOpen).toBe(false);
  await expect.poll(() => smoke.evaluate('document.activeElement.id')).toBe('start');
  await expect.poll(recorded).toEqual(['popup-opened', 'popup-closed']);
});

test('Escape inside of the frame closes the popup. docs/components.md B8.7', async ({
  smoke,
  openShop,
  openPopup,
  isOpen,
}) => {
  await openShop({ body: BODY });
  await openPopup();
  await smoke.click(inside('svc-quiz', 'label.option'), 'svc-analysis-popup');
  await smoke.press('Escape');
  await expect.poll(isOpen).toBe(false);
});

test('an analysis in the popup adds no entry to the history. docs/components.md B8.9', async ({
  smoke,
  openShop,
  answer,
  openPopup,
  isOpen,
}) => {
  await openShop({ body: BODY });
  const before = await smoke.evaluate('history.length');
  await openPopup();
  await answer('svc-analysis-popup');
  await smoke.evaluate('svcAnalysisPopup.close()');
  await expect.poll(isOpen).toBe(false);
  expect(await smoke.evaluate('history.length')).toBe(before);
});

test('the page behind the popup keeps its place and its width. docs/components.md B8.12', async ({
  smoke,
  openShop,
  seeQuestion,
  isOpen,
}) => {
  await openShop({ body: BODY });
  await smoke.evaluate('scrollTo(0, 400)');
  const place = `[scrollY, document.querySelector('main').getBoundingClientRect().width]`;
  const before = await smoke.evaluate(place);
  await smoke.evaluate('svcAnalysisPopup.open()');
  await seeQuestion('svc-analysis-popup');
  expect(await smoke.evaluate(`getComputedStyle(document.documentElement).overflowY`)).toBe('hidden');
  expect(await smoke.evaluate(place)).toEqual(before);
  await smoke.evaluate('svcAnalysisPopup.close()');
  await expect.poll(isOpen).toBe(false);
  await expect.poll(() => smoke.evaluate(place)).toEqual(before);
});

test('the dialog is modal and on top of everything. docs/components.md B8.6', async ({
  smoke,
  openShop,
  openPopup,
}) => {
  await openShop({ body: BODY });
  await openPopup();
  expect(await smoke.evaluate(`${DIALOG}.matches(':modal')`)).toBe(true);
  expect(await smoke.evaluate('document.elementFromPoint(innerWidth / 2, innerHeight / 2).localName')).toBe(
    'svc-analysis-popup',
  );
});

test('an embedded funnel is as high as its content. docs/components.md B7.9', async ({
  smoke,
  openShop,
  seeQuestion,
}) => {
  await openShop({ body: INLINE });
  // The script starts before the element has its frame.
  await seeQuestion('svc-analysis');
  const content = () => smoke.evaluate<number>('document.documentElement.scrollHeight', 'svc-analysis');
  const frame = () => smoke.evaluate<number>(`${frameExpression('svc-analysis')}.clientHeight`);
  await expect.poll(async () => Math.abs((await content()) - (await frame()))).toBeLessThanOrEqual(1);
});

test('an answered funnel writes both records, and notifies the page once. docs/components.md B11, B12', async ({
  smoke,
  openShop,
  answer,
  recorded,
}) => {
  const { handle } = await openShop({ body: '<svc-analysis source="smoke"></svc-analysis>' });
  await answer('svc-analysis');
  await expect.poll(recorded).toEqual(['analysis-finished', 'data-updated']);
  const analyses = await smoke.evaluate<{ funnel: string; analysis_id: string }[]>(
    `JSON.parse(localStorage.getItem('svcAnalysesData'))`,
  );
  expect(analyses.filter(({ funnel }) => funnel === handle)).toHaveLength(1);
  const variants = await smoke.evaluate<{ funnel: string; variant_id: string; source: string }[]>(
    `JSON.parse(localStorage.getItem('svcRecommendedProductVariants'))`,
  );
  expect(variants.filter(({ funnel }) => funnel === handle)).toEqual([
    expect.objectContaining({ variant_id: 'V1', source: 'smoke' }),
  ]);
});

test('a shopper who comes back sees the result, although the frame’s storage is partitioned. docs/components.md B7.6', async ({
  smoke,
  openShop,
  answer,
  recorded,
}) => {
  await openShop({ body: INLINE });
  await answer('svc-analysis');
  await expect.poll(recorded).toContain('data-updated');
  await smoke.reload();
  await expect.poll(recorded).toEqual(['result-page-opened', 'data-updated']);
  await expect.poll(() => smoke.evaluate(`Boolean(${inside('svc-result', 'h1')})`, 'svc-analysis')).toBe(true);
});

test('a selfie step lets the frame ask for the camera. docs/components.md B7.7', async ({
  smoke,
  openShop,
  seeQuestion,
}) => {
  await openShop({ body: INLINE, steps: [{ id: 1, type: 'SELFIE', orderNumber: 0, title: QUESTION }] });
  await seeQuestion('svc-analysis');
  expect(await smoke.evaluate(`${frameExpression('svc-analysis')}.allow`)).toContain('camera');
});

test('a strict policy stops nothing. docs/components.md B16.1', async ({
  smoke,
  openShop,
  seeQuestion,
  isOpen,
  baseURL,
}) => {
  const { port } = new URL(baseURL as string);
  const policy = `default-src 'none'; script-src 'nonce-n1' http://localhost:${port}; frame-src http://*.localhost:${port}; connect-src http://localhost:${port} http://*.localhost:${port}; img-src data: http://localhost:${port}`;
  await openShop({ body: INLINE, headers: { 'Content-Security-Policy': policy } });
  await seeQuestion('svc-analysis');
  await smoke.evaluate('svcAnalysisPopup.open()');
  await expect.poll(isOpen).toBe(true);
  await seeQuestion('svc-analysis-popup');
  expect(await smoke.evaluate('violations')).toEqual([]);
});

test('the button keeps its size with a root of 62.5 %, and its side from right to left. docs/components.md B6.7', async ({
  smoke,
  demoShop,
}) => {
  const box = `(({ width, height, left, right }) => [width, height, left < innerWidth - right ? 'left' : 'right'])(
    document.querySelector('svc-floating-action-button').shadowRoot.querySelector('button').getBoundingClientRect())`;
  const isThere = `Boolean(document.querySelector('svc-floating-action-button')?.shadowRoot?.querySelector('button'))`;
  for (const [query, side] of [
    ['root=62.5', 'right'],
    ['dir=rtl', 'left'],
  ]) {
    await smoke.open(`${demoShop}/?${query}`);
    await expect.poll(() => smoke.evaluate(isThere)).toBe(true);
    expect(await smoke.evaluate(box)).toEqual([56, 56, side]);
  }
});

test('settings that change create and remove automatic elements. docs/components.md B5.4', async ({
  smoke,
  demoShop,
}) => {
  await smoke.open(`${demoShop}/`);
  const count = () => smoke.evaluate(`document.querySelectorAll('body > [auto]').length`);
  await expect.poll(count).toBeGreaterThanOrEqual(2);
  const change = (isOff: boolean) =>
    smoke.evaluate(
      `(SVC_AI.NO_AUTOMATIC_COMPONENT_CREATION = ${isOff}, dispatchEvent(new Event('svc-settings-changed')))`,
    );
  await change(true);
  await expect.poll(count).toBe(0);
  await change(false);
  await expect.poll(count).toBeGreaterThanOrEqual(2);
});

test('a second script changes nothing. docs/components.md B1.10', async ({ smoke, demoShop, baseURL }) => {
  await smoke.open(`${demoShop}/`);
  await expect.poll(() => smoke.evaluate('typeof window.svcComponents')).toBe('object');
  const isSame = `new Promise((resolve, reject) => {
    const first = window.svcComponents;
    const script = document.createElement('script');
    script.src = '${baseURL}/components.js';
    script.onload = () => resolve(first === window.svcComponents && document.querySelectorAll('svc-analysis-popup').length);
    script.onerror = reject;
    document.head.append(script);
  })`;
  await expect.poll(() => smoke.evaluate(`document.querySelectorAll('svc-analysis-popup').length`)).toBe(1);
  expect(await smoke.evaluate(isSame)).toBe(1);
});

test('a product page shows the widget. docs/components.md B10', async ({ smoke, demoShop }) => {
  await smoke.open(`${demoShop}/p/velvet-hour-foundation`);
  await expect
    .poll(() => smoke.evaluate(`Boolean(document.querySelector('svc-widget')?.shadowRoot?.textContent?.trim())`))
    .toBe(true);
});

test('a message of the chat is answered, and is there again on the next page. docs/components.md B17.6, B17.9', async ({
  smoke,
  openShop,
}) => {
  await openShop({ body: '<svc-chat></svc-chat>' });
  const isThere = (selector: string) => smoke.evaluate(`Boolean(${inside('svc-chat', selector)}?.textContent)`);
  const field = inside('svc-chat', 'textarea');
  await expect.poll(() => smoke.evaluate(`Boolean(${field})`)).toBe(true);
  await smoke.evaluate(`((field) => {
    field.value = 'Hello';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  })(${field})`);
  await smoke.click(inside('svc-chat', '[part~="send"]'));
  const answer = '.turn .answer:not([hidden]) p';
  // A service that does not know the new company yet refuses the message, which the shopper can send again.
  const again = inside('svc-chat', '.problem button:not(:disabled)');
  await expect
    .poll(async () => {
      await smoke.evaluate(`(${again}?.click(), true)`);
      return isThere(answer);
    })
    .toBe(true);
  await expect.poll(() => smoke.evaluate(`localStorage.getItem('svcChat')`)).toContain('threadId');
  await smoke.reload();
  await expect.poll(() => isThere(answer)).toBe(true);
  expect(await smoke.evaluate(`${inside('svc-chat', '.question')}.textContent`)).toBe('You: Hello');
});

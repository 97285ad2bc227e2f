/// <reference lib="dom" />

import { expectAccessible } from '../../support/browser/accessibility.js';
import { test as base, expect } from '../../support/browser/component-test.js';
import { launchOptions } from '../../support/browser/launch-options.js';
import {
  createFunnel,
  freshHandle,
  question,
  shot,
  visitor,
  watchTrouble,
} from '../../support/browser/questionnaire.js';

/** The camera of a browser, in the questionnaire and in the popup. A Chromium without a window shows no picture of it. */

const test = base.extend({
  // Not the option `launchOptions`, for which Playwright would start other workers.
  context: async ({ playwright }, use) => {
    const browser = await playwright.chromium.launch(launchOptions(process.env.CHROMIUM_PATH));
    await use(await browser.newContext());
    await browser.close();
  },
});

/** Keeps the last stream of each document, and what was asked for. */
const WATCH_CAMERA = () => {
  if (!navigator.mediaDevices) return;
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    Object.assign(window, { lastStream: stream, asked: constraints });
    return stream;
  };
};
const isLive = () =>
  (window as unknown as { lastStream: MediaStream }).lastStream
    .getTracks()
    .some(({ readyState }) => readyState === 'live');

interface Held {
  frames: (() => void)[];
  pictures: (() => void)[];
  taken: number;
}
/** Holds a camera's first frame, and each picture that is taken of it, until the test lets them go. */
const HOLD_PICTURES = () => {
  const held: Held = { frames: [], pictures: [], taken: 0 };
  Object.assign(window, held);
  const hold = (event: Event) => {
    if (!event.isTrusted) return;
    const { target } = event;
    event.stopImmediatePropagation();
    (window as unknown as Held).frames.push(() => target?.dispatchEvent(new Event('loadeddata')));
  };
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    root.addEventListener('loadeddata', hold, true);
    return root;
  };
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (done, ...options) {
    (window as unknown as Held).pictures.push(() =>
      toBlob.call(
        this,
        (blob) => {
          done(blob);
          (window as unknown as Held).taken++;
        },
        ...options,
      ),
    );
  };
};

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the camera takes a picture, and another one; leaving the step switches it off', async ({
    page,
    context,
    baseURL,
  }) => {
    const trouble = watchTrouble(page);
    const steps = [
      question(1, 'AGE', 'Your age?'),
      question(2, 'SELFIE', 'A picture?'),
      question(3, 'HAIR_COLOR', 'Your hair?'),
    ];
    const { origin } = await createFunnel(baseURL, freshHandle('q-camera'), { steps });
    await context.grantPermissions(['camera'], { origin });
    await page.addInitScript(WATCH_CAMERA);
    const { at, pick, next } = visitor(page);
    await page.goto(`${origin}/`);
    await at('Your age?');
    await pick('25–34', 'A picture?');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Use the camera' }).click();
    const shutter = page.getByRole('button', { name: 'Take the picture' });
    await expect(shutter).toBeFocused();
    expect(await page.evaluate(() => (window as unknown as { asked: MediaStreamConstraints }).asked.audio)).toBe(false);
    await expectAccessible(page);
    await shot(page, 'selfie-camera');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Use the camera' })).toBeFocused();
    expect(await page.evaluate(isLive)).toBe(false);

    await page.getByRole('button', { name: 'Use the camera' }).click();
    await expect(shutter).toBeFocused();
    await shutter.click();
    await expect(page.getByRole('img', { name: 'Your picture' })).toBeVisible();
    expect(await page.evaluate(isLive)).toBe(false);
    await expect(page.getByRole('button', { name: 'Take another one' })).toBeFocused();
    await shot(page, 'selfie-taken');
    await page.getByRole('button', { name: 'Take another one' }).click();
    await expect(shutter).toBeFocused();
    await next.click();
    await at('Your hair?');
    await expect.poll(() => page.evaluate(isLive)).toBe(false);
    expect(trouble).toEqual([]);
  });
});

test('the shutter works from the first picture of the camera on, and a picture is dropped if its camera is closed', async ({
  page,
  context,
  baseURL,
}) => {
  const { origin } = await createFunnel(baseURL, freshHandle('q-shutter'), {
    steps: [question(1, 'SELFIE', 'A picture?')],
  });
  await context.grantPermissions(['camera'], { origin });
  await page.addInitScript(WATCH_CAMERA);
  await page.addInitScript(HOLD_PICTURES);
  await page.goto(`${origin}/`);
  await page.getByRole('checkbox').check();
  const open = page.getByRole('button', { name: 'Use the camera' });
  const shutter = page.getByRole('button', { name: 'Take the picture' });
  const picture = page.getByRole('img', { name: 'Your picture' });
  await open.click();
  await expect(page.locator('video')).toBeVisible();
  await expect.poll(() => page.evaluate(() => (window as unknown as Held).frames.length)).toBe(1);
  await expect(shutter).toBeDisabled();
  await page.evaluate(() => (window as unknown as Held).frames.pop()?.());
  await expect(shutter).toBeFocused();

  await shutter.click();
  await expect.poll(() => page.evaluate(() => (window as unknown as Held).pictures.length)).toBe(1);
  // The camera's picture is not loaded again when the shutter starts to work.
  expect(await page.evaluate(() => (window as unknown as Held).frames.length)).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(open).toBeFocused();
  await page.evaluate(() => (window as unknown as Held).pictures.pop()?.());
  await expect.poll(() => page.evaluate(() => (window as unknown as Held).taken)).toBe(1);
  await expect(picture).toHaveCount(0);
  expect(await page.evaluate(isLive)).toBe(false);
});

test('a camera that is unplugged is closed, and a picture can be chosen instead', async ({
  page,
  context,
  baseURL,
}) => {
  const { origin } = await createFunnel(baseURL, freshHandle('q-unplugged'), {
    steps: [question(1, 'SELFIE', 'A picture?')],
  });
  await context.grantPermissions(['camera'], { origin });
  await page.addInitScript(WATCH_CAMERA);
  await page.goto(`${origin}/`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(page.getByRole('button', { name: 'Take the picture' })).toBeFocused();
  // A browser stops the track and says so, in this order.
  await page.evaluate(() => {
    for (const track of (window as unknown as { lastStream: MediaStream }).lastStream.getTracks()) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  });
  await expect(page.getByText('We found no camera.')).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused();
});

test('closing the popup stops the camera, and the question stays. docs/components.md B8.10, B14.4', async ({
  page,
  context,
  shop,
  openShop,
  createCompany,
  popup,
}) => {
  const company = await createCompany({ steps: [{ id: 1, type: 'SELFIE', title: 'A picture?', required: false }] });
  // A frame that may use the camera has the permission of the page around it.
  await context.grantPermissions(['camera'], { origin: shop.origin });
  await page.addInitScript(WATCH_CAMERA);
  await openShop({ company, body: '<button type="button" id="start">Start</button>' });
  await page.locator('#start').focus();
  expect(await popup.open()).toBe(true);
  await popup.frame.getByRole('checkbox').check();
  await popup.frame.getByRole('button', { name: 'Use the camera' }).click();
  await expect(popup.frame.getByRole('button', { name: 'Take the picture' })).toBeEnabled();
  const isOn = () => popup.frame.locator('html').evaluate(isLive);
  expect(await isOn()).toBe(true);
  await popup.close();
  await expect.poll(isOn).toBe(false);
  // The frame takes no focus while it is closed.
  await expect(page.locator('#start')).toBeFocused();
  expect(await popup.open()).toBe(true);
  await expect(popup.frame.getByRole('button', { name: 'Use the camera' })).toBeVisible();
});

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import {
  createFunnel,
  freshHandle,
  question,
  shot,
  visitor,
  watchTrouble,
} from '../../support/browser/questionnaire.js';

test.use({ viewport: { width: 390, height: 844 }, locale: 'en', reducedMotion: 'reduce' });

const steps = () => [
  question(1, 'AGE', 'Your age?'),
  question(2, 'SELFIE', 'A picture?'),
  question(3, 'HAIR_COLOR', 'Your hair?'),
];

/** A picture of noise, made in the browser. */
async function picture(page: Page, type: string, width: number, height: number) {
  const dataUrl = await page.evaluate(
    ([type, width, height]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width as number, height as number];
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      const gradient = context.createLinearGradient(0, 0, canvas.width, canvas.height);
      gradient.addColorStop(0, '#e8b796');
      gradient.addColorStop(1, '#5d3a26');
      context.fillStyle = gradient;
      context.fillRect(0, 0, canvas.width, canvas.height);
      return canvas.toDataURL(type as string);
    },
    [type, width, height] as const,
  );
  return { name: 'me', mimeType: type, buffer: Buffer.from(dataUrl.split(',')[1] as string, 'base64') };
}

const bodyOfSubmission = (page: Page) =>
  page
    .waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/analyses'))
    .then((request) => request.postDataJSON());

test('a file is chosen after consent, scaled down, and sent as JPEG with the consent; it is in no storage', async ({
  page,
  baseURL,
}) => {
  const trouble = watchTrouble(page);
  const { origin } = await createFunnel(baseURL, freshHandle('q-upload'), { steps: steps() });
  const { at, pick, next, option } = visitor(page);
  await page.goto(`${origin}/`);
  await at('Your age?');
  await pick('25–34', 'A picture?');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please agree first' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('checkbox').check();

  await page.locator('#file').setInputFiles({ name: 'a', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(page.getByText('could not be read as a picture')).toBeVisible();
  await page.locator('#file').setInputFiles(await picture(page, 'image/png', 300, 20));
  await expect(page.getByText('This picture is too small')).toBeVisible();
  await page.locator('#file').setInputFiles(await picture(page, 'image/png', 3_000, 4_000));
  await expect(page.getByRole('img', { name: 'Your picture' })).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'selfie-file');
  const size = await page.getByRole('img', { name: 'Your picture' }).evaluate((image) => {
    const { naturalWidth, naturalHeight } = image as HTMLImageElement;
    return [naturalWidth, naturalHeight];
  });
  expect(size).toEqual([960, 1_280]);

  await next.click();
  await at('Your hair?');
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]));
  expect(kept).not.toContain('base64');
  await option('Red').click();
  const [body] = await Promise.all([bodyOfSubmission(page), next.click()]);
  expect(body).toMatchObject({
    selfieSource: 'UPLOADED',
    selfieConsent: true,
    selfieConsentVersion: expect.stringMatching(/^page-/),
  });
  expect(body.selfie).toMatch(/^data:image\/jpeg;base64,/);
  expect(body.selfie.length).toBeLessThan(2 * 1024 * 1024);
  await page.waitForURL(/\/r\//);
  expect(trouble).toEqual([]);
});

test('without leave to use the camera a file can still be chosen', async ({ page, baseURL }) => {
  const { origin } = await createFunnel(baseURL, freshHandle('q-no-camera'), { steps: steps() });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  const { at, pick } = visitor(page);
  await page.goto(`${origin}/`);
  await at('Your age?');
  await pick('25–34', 'A picture?');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(page.getByText('The camera may not be used.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused();
  await page.locator('#file').setInputFiles(await picture(page, 'image/webp', 640, 640));
  await expect(page.getByRole('img', { name: 'Your picture' })).toBeVisible();
});

test('a picture that the server refuses leads back to its step, every other answer kept', async ({ page, baseURL }) => {
  const { origin } = await createFunnel(baseURL, freshHandle('q-bad-picture'), { steps: steps() });
  const { at, pick, next, option } = visitor(page);
  await page.route('**/api/analyses?*', (route) =>
    route.request().postDataJSON().selfie
      ? route.fulfill({ status: 400, json: { error: 'INVALID_SELFIE', message: 'Why.', requestId: 'r' } })
      : route.continue(),
  );
  await page.goto(`${origin}/`);
  await at('Your age?');
  await pick('25–34', 'A picture?');
  await page.getByRole('checkbox').check();
  await page.locator('#file').setInputFiles(await picture(page, 'image/jpeg', 640, 640));
  await expect(page.getByRole('img', { name: 'Your picture' })).toBeVisible();
  await next.click();
  await at('Your hair?');
  await option('Red').click();
  await next.click();
  await at('A picture?');
  await expect(page.getByText('Your picture could not be used.')).toBeVisible();
  await expectAccessible(page);
  await next.click();
  await at('Your hair?');
  await expect(page.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
  await next.click();
  await page.waitForURL(/\/r\//);
});

test('of anyone under 16 no picture is taken', async ({ page, baseURL }) => {
  const { origin } = await createFunnel(baseURL, freshHandle('q-child'), { steps: steps() });
  const { at, pick, next } = visitor(page);
  await page.goto(`${origin}/`);
  await at('Your age?');
  await pick('Under 16', 'A picture?');
  await expect(page.getByText('We do not take pictures of anyone under 16.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the camera' })).toHaveCount(0);
  await expectAccessible(page);
  await next.click();
  await at('Your hair?');
});

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import {
  createFunnel,
  expectNoSidewaysScroll,
  freshHandle,
  question,
  shot,
  visitor,
} from '../../support/browser/questionnaire.js';

test.describe('the shape of a page', () => {
  test.use({ viewport: { width: 320, height: 640 }, locale: 'en', reducedMotion: 'reduce' });

  test('long words, many options and pictures that do not load leave the page in its shape', async ({
    page,
    baseURL,
  }) => {
    const long = `${'Donaudampfschifffahrtsgesellschaft'.repeat(2)} and so on for some more words`;
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, `Option ${index}`]));
    const funnel = await createFunnel(baseURL, freshHandle('q-long'), {
      company: { name: long, settings: { privacyUrl: 'https://shop.example/privacy' } },
      steps: [
        question(1, 'SINGLE_SELECTION', long, { a: long, b: 'Short' }, { settings: { description: long } }),
        {
          ...question(2, 'SINGLE_SELECTION', 'Pictures?'),
          selections: [long, 'Short', 'Without'].map((caption, orderNumber) => ({
            key: `p${orderNumber}`,
            orderNumber,
            caption,
            ...(orderNumber < 2 && { imageUrl: `${baseURL}/no-such-picture.png` }),
          })),
        },
        question(3, 'MULTI_SELECTION', 'Many?', many, { required: false }),
        question(4, 'EMAIL', 'Address?', {}, { settings: { fields: ['email', 'lastName'], consentText: long } }),
      ],
    });
    const { heading, next, option, pick, at } = visitor(page);
    await page.goto(`${funnel.origin}/`);
    await expect(heading).toHaveText(long);
    await expectNoSidewaysScroll(page);
    await pick('Short', 'Pictures?');
    await expect(page.locator('.picture img')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await pick('Without', 'Many?');
    await option('Option 59').click();
    await expectNoSidewaysScroll(page);
    await next.click();
    await at('Address?');
    await next.click();
    await expect(page.locator('#email')).toBeFocused();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await shot(page, 'long-words');
  });

  test('is mirrored for languages that are written from right to left', async ({ page, baseURL }) => {
    const arabic = [
      {
        id: 1,
        type: 'SINGLE_SELECTION',
        orderNumber: 1,
        title: { default: 'ما هو هدفك؟' },
        selections: [
          { key: 'a', orderNumber: 0, caption: 'إطلالة كاملة' },
          { key: 'b', orderNumber: 1, caption: 'عناية' },
        ],
      },
      { id: 2, type: 'SKIN_COLOR', orderNumber: 2, title: { default: 'ما هو لون بشرتك؟' } },
    ];
    const funnel = await createFunnel(baseURL, freshHandle('q-arabic'), { steps: arabic, company: { language: 'ar' } });
    await page.goto(`${funnel.origin}/?locale=ar`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await visitor(page).pick('عناية', 'ما هو لون بشرتك؟');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const [back, next] = [await page.locator('.back').boundingBox(), await page.locator('.on').boundingBox()];
    expect(back?.x).toBeGreaterThan(next?.x as number);
    await shot(page, 'arabic');
  });
});

test.describe('a company’s looks', () => {
  test.use({ viewport: { width: 1280, height: 800 }, locale: 'en', reducedMotion: 'reduce' });

  test('its colors, corners, logo and privacy page are used, and stay readable', async ({ page, baseURL }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-looks'), {
      company: {
        settings: {
          privacyUrl: 'https://shop.example/privacy',
          theme: {
            accentColor: '#ffd400',
            backgroundColor: '#fff8ef',
            textColor: '#3a2412',
            cornerRadius: 2,
            logoUrl: `${baseURL}/demo/images/options/goal-color.svg`,
          },
        },
      },
    });
    await page.goto(`${funnel.origin}/`);
    await visitor(page).at('Your goal?');
    await expect(page.getByRole('img', { name: 'Glow' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', 'https://shop.example/privacy');
    await expect(visitor(page).next).toHaveCSS('background-color', 'rgb(255, 212, 0)');
    await expect(visitor(page).next).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(visitor(page).next).toHaveCSS('border-radius', '2px');
    await visitor(page).option('Care').click();
    await visitor(page).at('Your skin?');
    await visitor(page).option('Dry').click();
    await expectAccessible(page);
    await shot(page, 'looks');
  });
});

/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { expect, test } from '@playwright/test';
import { expectAccessible, expectVisibleFocus } from '../../support/browser/accessibility.js';
import {
  createFunnel,
  createManagement,
  expectNoSidewaysScroll,
  freshHandle,
  funnelOrigin,
  shot,
  visitor,
  watchTrouble,
} from '../../support/browser/questionnaire.js';

const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

/** Answers of the demo's questionnaire, step by step: captions of the options, or what is done instead. */
const DEMO = {
  en: {
    picks: [
      ['A perfect base'],
      ['Dryness', 'Redness'],
      ['25 to 34'],
      ['Satin: like good skin'],
      ['Mid brown'],
      ['Hazel'],
      ['Light'],
      ['Neutral: both suit me'],
    ],
    last: 'Where may we send your look?',
  },
  de: {
    picks: [
      ['Den perfekten Teint'],
      ['Trockenheit', 'Rötungen'],
      ['25 bis 34'],
      ['Satin: wie gute Haut'],
      ['Mittelbraun'],
      ['Grünbraun'],
      ['Hell'],
      ['Neutral: beides steht mir'],
    ],
    last: 'Wohin dürfen wir deinen Look schicken?',
  },
} as const;

// Both widths, both languages and both schemes. The styles for a width set no colors, and words have none of their own.
for (const { name, viewport, locale, colorScheme } of [
  { name: 'phone-dark-de', viewport: PHONE, locale: 'de', colorScheme: 'dark' },
  { name: 'desktop-en', viewport: DESKTOP, locale: 'en', colorScheme: 'light' },
] as const) {
  test.describe(`the demo's questionnaire, ${name}`, () => {
    test.use({ viewport, locale, colorScheme, reducedMotion: 'reduce' });

    test('is answered from the first question to the result; every step is accessible and fits the screen (docs/contract.md C22.5)', async ({
      page,
      baseURL,
    }) => {
      const trouble = watchTrouble(page);
      const posts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/api/analyses')) posts.push(request.url());
      });
      const { heading, next, option } = visitor(page);
      await page.goto(`${funnelOrigin(baseURL, 'linden-beauty')}/?source=spec&utm_campaign=spring`);
      for (const [index, captions] of DEMO[locale].picks.entries()) {
        await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(index + 1));
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await shot(page, `${name}-${index + 1}`);
        const title = await heading.textContent();
        for (const caption of captions) await option(caption).click();
        if (captions.length > 1) await next.click();
        await expect(heading).not.toHaveText(title as string);
      }
      await expect(page.locator('svc-selfie-step')).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shot(page, `${name}-selfie`);
      await next.click();

      await expect(heading).toHaveText(DEMO[locale].last);
      await page.locator('#email').fill('ada@');
      await next.click();
      await expect(page.locator('#email')).toBeFocused();
      await expect(page.locator('#email')).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page);
      await shot(page, `${name}-contact-problem`);
      await page.locator('#email').fill('ada@example.com');
      await next.click();
      await page.waitForURL(/\/r\/[\w-]+/);
      await expect(page.locator('svc-result h1')).toBeVisible();
      await shot(page, `${name}-result`);
      expect(posts).toHaveLength(1);
      expect(trouble).toEqual([]);
    });
  });
}

test.describe('a questionnaire with every type of step', () => {
  test.use({ viewport: PHONE, locale: 'en', reducedMotion: 'reduce' });

  test('is answered with the keyboard alone (docs/contract.md C22.5)', async ({ page, baseURL }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-keyboard'));
    const { heading, at } = visitor(page);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    /** The next question has come, and with it the focus: a key before that would be one of the question before. */
    const comesTo = async (title: string) => {
      await at(title);
      await expect(heading).toBeFocused();
    };
    /** Tabs until the element with the focus is what is wanted. */
    const tabTo = async (name: RegExp | string) => {
      for (let count = 0; count < 15; count += 1) {
        await press('Tab');
        // The innermost: an element whose shadow tree has the focus may match as well.
        const focused = page.locator('svc-quiz :focus, svc-selfie-step :focus').last();
        if ((await focused.count()) > 0) await expectVisibleFocus(focused);
        if (
          (await focused.count()) > 0 &&
          (await focused.evaluate((element, wanted) => {
            const input = element as HTMLInputElement;
            const label = [...(input.labels ?? [])].map((each) => each.textContent).join(' ');
            return new RegExp(wanted).test(`${label} ${element.textContent}`);
          }, String(name)))
        )
          return;
      }
      throw new Error(`The keyboard does not reach ${name}.`);
    };

    await page.goto(`${funnel.origin}/`);
    await at('Your goal?');
    await tabTo('A look');
    // Arrow keys choose without leaving the question, so that a visitor can move through the options.
    await press('ArrowDown', 'ArrowUp');
    await expect(page.getByRole('radio', { name: 'A look' })).toBeChecked();
    // The tick shows it as well as the color.
    const ticks = () =>
      page.getByRole('radio').evaluateAll((radios) => radios.map((each) => getComputedStyle(each, '::before').opacity));
    await expect.poll(ticks).toEqual(['1', '0']);
    await at('Your goal?');
    await press('Enter');
    await comesTo('Your skin?');
    await tabTo('Dry');
    await press('Space', 'Tab', 'Space');
    await expect(page.getByText('2 of 2 chosen')).toBeVisible();
    await press('Tab', 'Space');
    await expect(page.getByRole('checkbox', { name: 'Red' })).not.toBeChecked();
    await expect(page.getByRole('status').filter({ hasText: 'You can choose up to 2' })).toBeAttached();
    await press('Enter');
    await comesTo('Your hair?');
    await tabTo('Next');
    await press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Please choose an answer' })).toBeVisible();
    await press('Space', 'Enter');
    await comesTo('Your age?');
    await tabTo('Under 16');
    await press('ArrowDown', 'Enter');
    await comesTo('A picture?');
    await tabTo('Skip');
    await press('Enter');
    await comesTo('Your address?');
    await tabTo('First name');
    await page.keyboard.type('Ada');
    await press('Tab');
    await page.keyboard.type('ada@example.com');
    await press('Enter');
    await expect(page.locator('#consent')).toBeFocused();
    await press('Space', 'Tab');
    await tabTo('Show my result');
    await press('Enter');
    await page.waitForURL(/\/r\//);
  });

  test('sends the answers of the steps that are shown, where the visitor came from, and when they began', async ({
    page,
    baseURL,
  }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-answers'));
    const { at, option, pick, goOn, next, finish } = visitor(page);
    await page.goto(`${funnel.origin}/?source=mail&utm_source=a%20b&locale=en&x`);
    await at('Your goal?');
    await pick('A look', 'Your skin?');
    await option('Red').click();
    await goOn('Your hair?');
    await pick('Red', 'Your age?');
    // The goal hides the hair; its answer is not sent.
    for (const title of ['Your hair?', 'Your skin?', 'Your goal?']) {
      await page.getByRole('button', { name: 'Back' }).click();
      await at(title);
    }
    await pick('Care', 'Your skin?');
    await expect(page.getByText('Step 2 of 5', { exact: true }).first()).toBeVisible();
    await goOn('Your age?');
    await pick('25–34', 'A picture?');
    await goOn('Your address?');
    await page.locator('#firstName').fill(' Ada ');
    await page.locator('#email').fill('ada@example.com');
    await next.click();
    await expect(page.locator('#consent')).toBeFocused();
    await page.locator('#consent').check();
    const { answers, contact, tracking } = await funnel.analysis(await finish());
    expect({ answers, contact, tracking }).toMatchObject({
      answers: {
        ageRange: 'BETWEEN_25_AND_34',
        selectionValues: [
          { stepId: 1, selectedKey: 'care' },
          { stepId: 2, selectedKey: 'red' },
        ],
      },
      tracking: { source: 'mail', queryString: 'utm_source=a%20b&x' },
    });
    expect(answers).not.toHaveProperty('hairColor');
  });

  test('continues after a reload with every answer, and starts again when the visitor wants to', async ({
    page,
    baseURL,
  }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-reload'));
    const { at, pick, option, goOn } = visitor(page);
    await page.goto(`${funnel.origin}/`);
    await pick('A look', 'Your skin?');
    await option('Oily').click();
    await goOn('Your hair?');
    await page.reload();
    await at('Your hair?');
    await expect(page.getByText('Welcome back.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
    await at('Your skin?');
    await expect(page.getByRole('checkbox', { name: 'Oily' })).toBeChecked();
    await page.reload();
    await page.getByRole('button', { name: 'Start again' }).click();
    await at('Your goal?');
    await expect(page.getByRole('radio', { name: 'A look' })).not.toBeChecked();
  });

  test('the browser’s back button goes one question back, forward one on', async ({ page, baseURL }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-back'));
    const { at, pick, goOn } = visitor(page);
    await page.goto(`${funnel.origin}/`);
    await pick('A look', 'Your skin?');
    await goOn('Your hair?');
    await page.goBack();
    await at('Your skin?');
    await page.goBack();
    await at('Your goal?');
    await expect(page.getByRole('radio', { name: 'A look' })).toBeChecked();
    await page.goForward();
    await at('Your skin?');
  });

  test('the second click of a double click skips no question that need not be answered', async ({ page, baseURL }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-double-next'));
    const { at, next } = visitor(page);
    await page.goto(`${funnel.origin}/`);
    await page.getByRole('radio', { name: 'A look' }).focus();
    await page.keyboard.press('Space');
    await next.dblclick();
    await at('Your skin?');
    await next.click();
    await at('Your hair?');
    await expect(page.getByText('Step 3 of 6', { exact: true }).first()).toBeVisible();
  });

  test('another language keeps the answers and the step', async ({ page, baseURL }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-language'));
    const { at, pick } = visitor(page);
    await page.goto(`${funnel.origin}/?source=mail`);
    await pick('Care', 'Your skin?');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await at('Deine Haut?');
    expect(new URL(page.url()).searchParams.get('source')).toBe('mail');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page).toHaveTitle(/^Deine Haut\?/);
    await expect(page.getByText('Schön, dass du wieder da bist')).toHaveCount(0);
    await page.getByRole('button', { name: 'Zurück' }).click();
    await at('Dein Ziel?');
    await expect(page.getByRole('radio', { name: 'Pflege' })).toBeChecked();

    // Of two choices in a row the last one counts, although the first one arrives later.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/locale=en/, (route) => released.then(() => route.continue()));
    const languages = page.getByRole('combobox', { name: 'Sprache' });
    await languages.selectOption('en');
    const second = page.waitForResponse(/locale=de/);
    await languages.selectOption('de');
    await second;
    const late = page.waitForResponse(/locale=en/);
    release();
    await (await late).finished();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await at('Dein Ziel?');
    expect(new URL(page.url()).searchParams.get('locale')).toBe('de');
  });

  test('a visitor who finished sees the result again, unless forceStart=true; previews remember nothing', async ({
    page,
    baseURL,
  }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-again'), { draft: everyTitle('Draft goal?') });
    const { at, answerAll, finish } = visitor(page);
    await page.goto(`${funnel.origin}/`);
    await answerAll();
    const id = await finish();
    await page.goto(`${funnel.origin}/?source=later`);
    await expect(page).toHaveURL(new RegExp(`/r/${id}\\?source=later$`));
    await page.goto(`${funnel.origin}/?forceStart=true`);
    await at('Your goal?');
    await expect(page.getByRole('radio', { name: 'A look' })).not.toBeChecked();

    await page.goto(`${funnel.origin}/?versionId=${funnel.ids.draft?.id}`);
    await at('Draft goal?');
    await expect(page.getByText('Preview of version 2')).toBeVisible();
    await expectAccessible(page);
    await shot(page, 'preview');
    await visitor(page).option('Care').click();
    const preview = await finish();
    expect(preview).not.toBe(id);
    expect((await funnel.analysis(preview)).isPreview).toBe(true);
    await page.goto(`${funnel.origin}/?versionId=${funnel.ids.draft?.id}`);
    await at('Draft goal?');
  });

  test('a remembered result that was erased gives way to the questions', async ({ page, baseURL }) => {
    const handle = freshHandle('q-erased');
    const funnel = await createFunnel(baseURL, handle, { steps: everyTitle('Only goal?') });
    const { at, option, finish } = visitor(page);
    await page.goto(`${funnel.origin}/`);
    await at('Only goal?');
    await option('Care').click();
    const id = await finish();
    await expect(page.locator('svc-result h1')).toBeVisible();
    const erased = await createManagement(baseURL).call('DELETE', `/companies/${handle}/analyses/${id}`);
    expect(erased.status).toBe(204);
    await page.goto(`${funnel.origin}/`);
    await at('Only goal?');
    await expect(page.getByRole('radio', { name: 'Care' })).not.toBeChecked();
  });

  test('a paused funnel shows a message, also to a visitor who is answering', async ({ page, baseURL }) => {
    const funnel = await createFunnel(baseURL, freshHandle('q-paused'));
    const { answerAll, next, at } = visitor(page);
    await page.goto(`${funnel.origin}/`);
    await answerAll();
    expect((await funnel.apply({ funnel: { paused: true } })).status).toBe(200);
    await next.click();
    await expect(page.getByRole('heading', { name: 'This questionnaire was just paused' })).toBeFocused();
    await expectAccessible(page);
    await shot(page, 'paused-while-answering');
    await page.getByRole('button', { name: 'Back to the questions' }).click();
    await at('Your address?');

    await page.goto(`${funnel.origin}/`);
    await expect(page.getByRole('heading', { name: 'We are taking a short break' })).toBeVisible();
    await expectAccessible(page);
    await shot(page, 'paused');
  });

  test('works where the browser blocks storage', async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Blocked.', 'SecurityError');
          },
        });
      }
    });
    const trouble = watchTrouble(page);
    const funnel = await createFunnel(baseURL, freshHandle('q-blocked'));
    const { answerAll, finish } = visitor(page);
    await page.goto(`${funnel.origin}/`);
    await answerAll();
    await finish();
    expect(trouble).toEqual([]);
  });
});

const everyTitle = (title: string) => [
  {
    id: 1,
    type: 'SINGLE_SELECTION',
    orderNumber: 1,
    title,
    selections: [{ key: 'care', orderNumber: 0, caption: 'Care' }],
  },
];

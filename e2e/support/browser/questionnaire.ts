/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { PLATFORM_TOKEN } from '../platform-token.js';
import { admin } from '../services.js';

/** Address of a funnel's host in the browser, which takes `*.localhost` to this machine. */
export const funnelOrigin = (baseURL: string | undefined, subdomain: string): string =>
  (baseURL as string).replace('//localhost', `//${subdomain}.localhost`);

/** A handle, and a sub-domain, of each attempt at a journey: a repeated one must not find what the one before has left. */
export const freshHandle = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

export const createManagement = (baseURL: string | undefined) =>
  admin((baseURL as string).replace('localhost', '127.0.0.1'), PLATFORM_TOKEN);

type Text = string | Record<string, string>;
interface Option {
  key: string;
  caption: Text;
  imageUrl?: string;
}

/** A step of a company file with options `{ key: caption }`. */
export const question = (
  id: number,
  type: string,
  title: Text,
  options: Record<string, Text> = {},
  more: object = {},
) => ({
  id,
  type,
  orderNumber: id,
  title,
  ...(Object.keys(options).length > 0 && {
    selections: Object.entries(options).map(([key, caption], orderNumber): Option & { orderNumber: number } => ({
      key,
      caption,
      orderNumber,
    })),
  }),
  ...more,
});

/** Every type of step, without pictures; a choice of the goal hides one. German and English. */
export const everyStep = () => [
  question(
    1,
    'SINGLE_SELECTION',
    { default: 'Your goal?', de: 'Dein Ziel?' },
    { look: { default: 'A look', de: 'Ein Look' }, care: { default: 'Care', de: 'Pflege' } },
    { settings: { description: { default: 'What it is about.', de: 'Worum es geht.' } } },
  ),
  question(
    2,
    'MULTI_SELECTION',
    { default: 'Your skin?', de: 'Deine Haut?' },
    { dry: 'Dry', oily: 'Oily', red: 'Red' },
    { required: false, settings: { maxSelections: 2 } },
  ),
  question(3, 'HAIR_COLOR', { default: 'Your hair?', de: 'Deine Haare?' }, {}, { showWhen: { step: 1, in: ['look'] } }),
  question(4, 'AGE', { default: 'Your age?', de: 'Dein Alter?' }),
  question(5, 'SELFIE', { default: 'A picture?', de: 'Ein Bild?' }, {}, { required: false }),
  question(
    6,
    'EMAIL',
    { default: 'Your address?', de: 'Deine Adresse?' },
    {},
    {
      required: false,
      settings: {
        fields: ['firstName', 'email'],
        consentText: { default: 'You may write to me.', de: 'Schreibt mir.' },
      },
    },
  ),
];

/** A company with one funnel, whose sub-domain is the company's handle. */
export async function createFunnel(
  baseURL: string | undefined,
  handle: string,
  {
    steps = everyStep(),
    draft,
    funnel = {},
    company = {},
  }: { steps?: object[]; draft?: object[]; funnel?: object; company?: object } = {},
) {
  const management = createManagement(baseURL);
  const apply = (changes: { steps?: object[]; funnel?: object; company?: object }) =>
    management.apply(handle, {
      name: 'Glow',
      language: 'en',
      ...company,
      ...changes.company,
      funnels: [
        {
          subdomain: handle,
          name: 'Find your glow',
          paused: false,
          published: { steps: changes.steps ?? steps },
          ...(draft && { draft: { steps: draft } }),
          ...funnel,
          ...changes.funnel,
        },
      ],
    });
  const applied = await apply({});
  expect(applied.status, applied.text).toBe(200);
  return {
    origin: funnelOrigin(baseURL, handle),
    ids: applied.body.funnels[handle] as { id: string; published: { id: string }; draft: { id: string } | null },
    apply,
    /** Submissions and their deliveries, as the merchant sees them. */
    async analysis(id: string) {
      const { status, body, text } = await management.call('GET', `/companies/${handle}/analyses/${id}`);
      expect(status, text).toBe(200);
      return body;
    },
  };
}

/** The page as a visitor uses it. */
export function visitor(page: Page) {
  const heading = page.locator('svc-quiz h1');
  const next = page.locator('svc-quiz button[type=submit]');
  const option = (caption: string) =>
    page.locator('label.option').filter({ hasText: new RegExp(`^\\s*${caption}\\s*$`) });
  const at = (title: string) => expect(heading).toHaveText(title);
  /** Chooses an option of a single selection, which continues automatically. */
  const pick = async (caption: string, title: string) => {
    await option(caption).click();
    await at(title);
  };
  const goOn = async (title: string) => {
    await next.click();
    await at(title);
  };
  /** From the first to the last step of `everyStep`. */
  const answerAll = async () => {
    await at('Your goal?');
    await pick('A look', 'Your skin?');
    await option('Dry').click();
    await goOn('Your hair?');
    await pick('Red', 'Your age?');
    await pick('25–34', 'A picture?');
    await goOn('Your address?');
  };
  /** Sends the answers and gives the id of the analysis. */
  const finish = async () => {
    await next.click();
    await page.waitForURL(/\/r\//);
    return getAnalysisId(page);
  };
  return { heading, next, option, at, pick, goOn, answerAll, finish };
}

export const getAnalysisId = (page: Page): string => new URL(page.url()).pathname.replace('/r/', '');

/** What a browser must not meet: errors of the page, dialogs, content that the security policy stopped. */
export function watchTrouble(page: Page): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) trouble.push(message.text());
  });
  return trouble;
}

/**
 * Waits until the frame of a funnel is as high as its page. A frame that is higher scrolls neither, and may be about to become lower.
 * docs/components.md B7.9.
 */
export const waitForHeight = (iframe: Locator): Promise<void> =>
  expect
    .poll(async () => {
      const content = await iframe
        .contentFrame()
        .locator('svc-page')
        .evaluate((page) => page.getBoundingClientRect().height);
      return Math.abs((await iframe.evaluate(({ clientHeight }) => clientHeight)) - content);
    })
    .toBeLessThanOrEqual(1);

/** Nothing stands out of the screen to the side. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(screen as number);
}

/** With `SCREENSHOTS=1`, stores a screenshot with the results of the run, for reviewers. They take a tenth of the time of a run. */
export async function shot(
  page: Page,
  name: string,
  options: { folder?: string; fullPage?: boolean } = {},
): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const { folder = 'questionnaire', fullPage = false } = options;
  await page.screenshot({ path: `test-results/artifacts/${folder}/${name}.png`, fullPage });
}

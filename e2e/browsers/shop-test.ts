import { test as base, expect } from '@playwright/test';
import {
  createShopCompany,
  demoShopOrigin,
  QUESTION,
  type ShopPages,
  serveShopPages,
  shopHtml,
} from '../support/browser/component-pages.js';
import { launchFirefox } from './firefox.js';
import { type ElementWithFrame, frameExpression, type SmokeBrowser } from './smoke-browser.js';
import { launchWebKit } from './webkit.js';

export { expect } from '@playwright/test';

const LAUNCH = { firefox: launchFirefox, webkit: launchWebKit };

export const POPUP = `document.querySelector('svc-analysis-popup')`;

/** Records the names of the components' events, and what a policy stops. */
const RECORD = `<script nonce="n1">
  window.recorded = [];
  window.violations = [];
  for (const name of ['analysis-finished', 'result-page-opened', 'data-updated', 'popup-opened', 'popup-closed'])
    addEventListener('svc-' + name, () => recorded.push(name));
  addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
</script>`;

/** Gives an element of the funnel's page by selectors, each of which looks for it in what the one before found, shadow roots included. */
export const inside = (...selectors: string[]): string =>
  `${JSON.stringify(selectors)}.reduce((within, selector) => within && (function find(root) {
    const own = root.querySelector(selector);
    if (own) return own;
    for (const { shadowRoot } of [root, ...root.querySelectorAll('*')]) {
      const found = shadowRoot && shadowRoot !== root && find(shadowRoot);
      if (found) return found;
    }
    return null;
  })(within), document)`;

interface PageOptions {
  body: string;
  headers?: Record<string, string>;
  steps?: object[];
}

interface TestFixtures {
  /** Opens a page of a shop with a company of its own, and waits until the script has started. */
  openShop(page: PageOptions): Promise<Awaited<ReturnType<typeof createShopCompany>>>;
  /** Waits for the question in the frame of an element. */
  seeQuestion(tag: ElementWithFrame): Promise<void>;
  /** Answers the question, and waits for the result. */
  answer(tag: ElementWithFrame): Promise<void>;
  /** Presses the page's button `#start`, and waits for the question. */
  openPopup(): Promise<void>;
  isOpen(): Promise<boolean>;
  recorded(): Promise<string[]>;
  demoShop: string;
}

interface WorkerFixtures {
  engine: keyof typeof LAUNCH;
  browser: never;
  smoke: SmokeBrowser;
  shop: ShopPages;
}

/** A test in a browser that Playwright does not drive. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['firefox', { scope: 'worker', option: true }],
  smoke: [
    async ({ engine }, use) => {
      const smoke = await LAUNCH[engine]();
      await use(smoke);
      await smoke.close();
    },
    // Only a bound of a failure, while other journeys fill the machine.
    { scope: 'worker', timeout: 180_000 },
  ],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const shop = await serveShopPages();
      await use(shop);
      shop.close();
    },
    { scope: 'worker' },
  ],
  openShop: async ({ smoke, shop, baseURL }, use) =>
    use(async ({ body, headers, steps }) => {
      const handle = `shop${crypto.randomUUID().replaceAll('-', '').slice(0, 18)}`;
      const company = await createShopCompany(baseURL, handle, steps ? { steps } : {});
      const html = shopHtml(baseURL, { settings: { COMPANY_ID: company.companyKey }, head: RECORD, body });
      await smoke.open(shop.add(html.replace('<script>', '<script nonce="n1">'), headers));
      await expect.poll(() => smoke.evaluate('typeof window.svcComponents')).toBe('object');
      await smoke.evaluate('svcComponents.ready.then(() => true)');
      return company;
    }),
  seeQuestion: async ({ smoke }, use) =>
    use((tag) =>
      expect
        .poll(async () => {
          if (!(await smoke.evaluate(`Boolean(${frameExpression(tag)})`))) return undefined;
          return smoke.evaluate(`${inside('svc-quiz', 'h1')}?.textContent`, tag).catch(() => undefined);
        })
        .toBe(QUESTION),
    ),
  answer: async ({ smoke, seeQuestion }, use) =>
    use(async (tag) => {
      await seeQuestion(tag);
      await smoke.click(inside('svc-quiz', 'label.option'), tag);
      await smoke.click(inside('svc-quiz', 'button[type=submit]'), tag);
      await expect
        .poll(() => smoke.evaluate(`Boolean(${inside('svc-result', 'h1')})`, tag).catch(() => false))
        .toBe(true);
    }),
  isOpen: async ({ smoke }, use) => use(() => smoke.evaluate<boolean>(`Boolean(${POPUP}?.isOpen)`)),
  recorded: async ({ smoke }, use) => use(() => smoke.evaluate<string[]>('recorded')),
  openPopup: async ({ smoke, isOpen, seeQuestion }, use) =>
    use(async () => {
      await smoke.click(`document.querySelector('#start')`);
      await expect.poll(isOpen).toBe(true);
      await seeQuestion('svc-analysis-popup');
    }),
  demoShop: async ({ baseURL }, use) => use(demoShopOrigin(baseURL)),
});

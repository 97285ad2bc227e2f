import { test as base, type FrameLocator, type Locator, type Page } from '@playwright/test';
import {
  createShopCompany,
  demoShopOrigin,
  getFrame,
  type Seen,
  type ShopPages,
  serveShopPages,
  shopHtml,
  watchComponents,
} from './component-pages.js';
import { oncePerWorker } from './once-per-worker.js';

export { expect } from '@playwright/test';

export type CompanyOptions = Parameters<typeof createShopCompany>[2];
export type ShopCompany = Awaited<ReturnType<typeof createShopCompany>>;

export interface ShopPageOptions {
  /** Whose key the page has. Default: `workerCompany`. Null: the page has no key. */
  company?: ShopCompany | null;
  /** Of `window.SVC_AI`, added to the key. */
  settings?: object;
  head?: string;
  body?: string;
  after?: string;
  script?: string;
  headers?: Record<string, string>;
  /** Of the page's address, with its `?`. */
  query?: string;
  /** Default: `shop.localhost`, which every company of these tests lists. */
  hostname?: string;
}

/** A funnel in its frame, in the page or in the popup. */
interface ElementView {
  frame: FrameLocator;
  /** Title of the question that is shown. */
  heading: Locator;
  /** Title of the result. */
  result: Locator;
  iframe: Locator;
}

const viewElement = (page: Page, tag: 'svc-analysis' | 'svc-analysis-popup'): ElementView => {
  const frame = getFrame(page, tag);
  return {
    frame,
    heading: frame.locator('svc-quiz h1'),
    result: frame.locator('svc-result h1'),
    iframe: page.locator(`${tag} iframe`),
  };
};

const viewPopup = (page: Page) => ({
  ...viewElement(page, 'svc-analysis-popup'),
  element: page.locator('svc-analysis-popup'),
  dialog: page.getByRole('dialog'),
  closeButton: page.locator('svc-analysis-popup [part~="close"]'),
  /** Calls the function of the global instance when the script has started. */
  async open(...args: unknown[]): Promise<boolean | undefined> {
    await page.evaluate(() => window.svcComponents?.ready);
    return page.evaluate((given) => window.svcAnalysisPopup?.open(...given), args);
  },
  close: () => page.evaluate(() => void window.svcAnalysisPopup?.close()),
});

/** A busy machine may take longer for an answer than the 2 s that the widget waits for results. docs/components.md B10.5. */
const LEAST_TIMEOUT_MS = 15_000;

interface TestFixtures {
  /** Whether requests are ended as early as in a shop, which a test of that must say. */
  endsSlowRequests: boolean;
  /** What the components did in the page, from its first document on. */
  seen: Seen;
  /** A company with a funnel of one question, which this test may change. */
  createCompany(given?: CompanyOptions): Promise<ShopCompany>;
  /** Opens a page of a shop with the script, and gives its address and its company. */
  openShop(page?: ShopPageOptions): Promise<ShopCompany & { address: string }>;
  /** `svc-analysis` in the page. */
  inline: ElementView;
  popup: ReturnType<typeof viewPopup>;
  /** Origin of the demo shop. */
  demoShop: string;
  shop: ShopPages;
  /** Of all tests of the worker; none changes it. */
  workerCompany: ShopCompany;
}

const createCompanyAt =
  (baseURL: string | undefined) =>
  (given: CompanyOptions = {}) =>
    createShopCompany(baseURL, `shop${crypto.randomUUID().replaceAll('-', '').slice(0, 18)}`, given);

// Both end with the process of the worker.
const getShop = oncePerWorker(serveShopPages);
const getWorkerCompany = oncePerWorker((baseURL: string | undefined) => createCompanyAt(baseURL)());

/** A journey on pages of a shop with the components. */
export const test = base.extend<TestFixtures>({
  viewport: { width: 1000, height: 700 },
  locale: 'en',
  reducedMotion: 'reduce',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  shop: async ({}, use) => use(await getShop()),
  workerCompany: async ({ baseURL }, use) => use(await getWorkerCompany(baseURL)),
  endsSlowRequests: [false, { option: true }],
  page: async ({ page, endsSlowRequests }, use) => {
    if (!endsSlowRequests)
      await page.addInitScript((leastMs) => {
        const timeout = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => timeout(Math.max(ms, leastMs));
      }, LEAST_TIMEOUT_MS);
    await use(page);
  },
  seen: async ({ page }, use) => use(await watchComponents(page)),
  createCompany: async ({ baseURL }, use) => use(createCompanyAt(baseURL)),
  openShop: async ({ page, baseURL, shop, workerCompany }, use) =>
    use(async ({ company = workerCompany, headers, query = '', hostname, ...content } = {}) => {
      const settings = { ...(company && { COMPANY_ID: company.companyKey }), ...content.settings };
      const address = new URL(shop.add(shopHtml(baseURL, { ...content, settings }), headers) + query);
      if (hostname) address.hostname = hostname;
      await page.goto(address.href);
      return { ...(company ?? workerCompany), address: address.href };
    }),
  inline: async ({ page }, use) => use(viewElement(page, 'svc-analysis')),
  popup: async ({ page }, use) => use(viewPopup(page)),
  demoShop: async ({ baseURL }, use) => use(demoShopOrigin(baseURL)),
});

/** `svc-analysis` with nothing but its fallback content. */
export const INLINE = '<svc-analysis><p>Fallback</p></svc-analysis>';

/** Lines of the console with this warning. */
export const getWarnings = ({ console }: Seen, code: string): string[] =>
  console.filter((line) => line.startsWith(`warning: svc [${code}]`));

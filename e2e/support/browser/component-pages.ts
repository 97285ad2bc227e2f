/// <reference lib="dom" />
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { createFunnel, funnelOrigin, question } from './questionnaire.js';

declare global {
  interface Window {
    SVC_AI?: unknown;
    svcAnalysisPopup?: HTMLElement & {
      isOpen: boolean;
      open(funnel?: unknown, source?: unknown): Promise<boolean>;
      close(): unknown;
    };
    svcFloatingActionButton?: HTMLElement & { open(): Promise<boolean>; close(): unknown };
    readonly svcComponents?: {
      version: string;
      ready: Promise<void>;
      consent: string;
      trackOrder(order: object): Promise<boolean>;
    };
    /** Names and details of events, by `watchComponents`. */
    recorded: [name: string, detail: unknown][];
  }
}

/** Pages of shops that use the components: the demo shop, and pages that a test writes itself. */

export const demoShopOrigin = (baseURL: string | undefined): string => funnelOrigin(baseURL, 'demo-shop');

const PRODUCT_PAGE = { html: '<!doctype html><title>Product</title>', headers: {} };

/** Pages on `shop.localhost`, another site than the API and the funnels. */
export interface ShopPages {
  /** Serves a document at a new address. Every address below `/p/` is the page of a product. */
  add(html: string, headers?: Record<string, string>): string;
  origin: string;
  close(): void;
}

export async function serveShopPages(): Promise<ShopPages> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url as string, 'http://shop');
    const page = pathname.startsWith('/p/') ? PRODUCT_PAGE : pages.get(pathname);
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html ?? 'There is no such page.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://shop.localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    add(html, headers = {}) {
      const path = `/page-${pages.size}`;
      pages.set(path, { html, headers });
      return origin + path;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A page of a shop with the script, as merchants write it. `after` is next to `main`, which has `body`. */
export const shopHtml = (
  baseURL: string | undefined,
  page: { settings?: object; head?: string; body?: string; after?: string; script?: string } = {},
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title><link rel="icon" href="data:,">
<script>window.SVC_AI = ${JSON.stringify(page.settings ?? {})}</script>
${page.head ?? ''}
${page.script ?? `<script defer src="${baseURL}/components.js"></script>`}</head>
<body><main><h1>Shop</h1>${page.body ?? ''}</main>${page.after ?? ''}</body></html>`;

/** The one question of `createShopCompany`. */
export const QUESTION = 'Your skin?';

export const CATALOG = {
  products: [
    {
      shopSystemId: 'P1',
      name: 'Velvet Balm',
      url: 'http://shop.localhost/p/balm',
      variants: [
        { shopSystemId: 'V1', name: 'Rose', url: 'http://shop.localhost/p/balm?variant=V1', tags: ['concern:dryness'] },
      ],
    },
  ],
};

/**
 * A company whose pages are on `shop.localhost`, with a funnel of one question. The sub-domain is the handle.
 * @param company - keys of the company file, added to those.
 */
export function createShopCompany(
  baseURL: string | undefined,
  handle: string,
  given: { company?: object; settings?: object; steps?: object[]; funnel?: object } = {},
) {
  const companyKey = toCompanyKey(handle);
  const steps = given.steps ?? [
    {
      ...question(1, 'SINGLE_SELECTION', QUESTION),
      selections: [
        { key: 'dry', caption: 'Dry', orderNumber: 0, tags: { prefer: ['concern:dryness'] } },
        { key: 'oily', caption: 'Oily', orderNumber: 1 },
      ],
    },
  ];
  return createFunnel(baseURL, handle, {
    steps,
    funnel: { assortment: {}, ...given.funnel },
    company: {
      domains: ['shop.localhost'],
      companyKey,
      catalog: CATALOG,
      settings: { defaultFunnel: handle, ...given.settings },
      ...given.company,
    },
  }).then((funnel) => ({ ...funnel, companyKey, handle }));
}

/** 25 letters and digits, other ones for each handle. */
const toCompanyKey = (handle: string): string =>
  (handle.replaceAll('-', '').padEnd(25, '0') + '0'.repeat(25)).slice(0, 25);

export interface Seen {
  /** Name and detail of the components' events, in order. */
  events(): Promise<[name: string, detail: unknown][]>;
  names(): Promise<string[]>;
  /** Lines of the console that the components wrote. */
  console: string[];
  /** Errors of the page, and what a security policy stopped. */
  trouble: string[];
}

const EVENTS = [
  'svc-analysis-finished',
  'svc-result-page-opened',
  'svc-add-to-cart',
  'svc-data-updated',
  'svc-popup-opened',
  'svc-popup-closed',
  'svc-variant-clicked',
  'svc-analysis-requested',
  'svc-results-requested',
];

/** Records events, console lines and errors of a page from the next navigation on. */
export async function watchComponents(page: Page): Promise<Seen> {
  const seen = { console: [] as string[], trouble: [] as string[] };
  page.on('console', (message) => {
    const text = message.text();
    if (/^svc\b/.test(text)) seen.console.push(`${message.type()}: ${text}`);
    if (/Content Security Policy|Trusted Type|TrustedHTML|TrustedScript/i.test(text)) seen.trouble.push(text);
  });
  page.on('pageerror', (error) => seen.trouble.push(error.message));
  await page.addInitScript((names) => {
    if (window.top !== window) return;
    const recorded: [string, unknown][] = [];
    Object.assign(window, { recorded });
    for (const name of names) {
      // Events bubble from the document to the window; this listener runs first.
      window.addEventListener(name, (event) => recorded.push([name, (event as CustomEvent).detail]), true);
    }
  }, EVENTS);
  const events = () => page.evaluate(() => window.recorded);
  return { ...seen, events, names: async () => (await events()).map(([name]) => name) };
}

/** The frame inside of an element's shadow root. */
export const getFrame = (page: Page, tag: 'svc-analysis' | 'svc-analysis-popup') => page.frameLocator(`${tag} iframe`);

/** Answers the question of `createShopCompany` in a frame, until the result is shown. */
export async function answerIn(frame: ReturnType<typeof getFrame>): Promise<void> {
  await frame.locator('label.option', { hasText: 'Dry' }).click();
  await frame.locator('svc-quiz button[type=submit]').click();
  await expect(frame.locator('svc-result h1')).toBeVisible();
}

/** The storage records as the page sees them. */
export const readRecords = (page: Page) =>
  page.evaluate(() => ({
    analyses: JSON.parse(localStorage.getItem('svcAnalysesData') ?? 'null'),
    variants: JSON.parse(localStorage.getItem('svcRecommendedProductVariants') ?? 'null'),
  }));

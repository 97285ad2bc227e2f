/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { type ChatStandIn, startChatStandIn } from './chat-stand-in.js';
import { test as base, expect, type ShopPageOptions } from './component-test.js';

export { expect } from './component-test.js';

/** Journeys with svc-chat in the page of a shop, with a stand-in for the service that can fail on purpose. docs/components.md B17. */

export interface ChatElement extends HTMLElement {
  hideCart: boolean;
  restartChat(): Promise<void>;
}

/** Of the service: the company has none. docs/components.md B4.10, docs/chat.md T1.10. */
export const STARTERS = ['What suits me?', 'What costs the least?', 'Contact'];
export const CHAT = '<svc-chat><p>Ask us in the shop</p></svc-chat>';
export const PRODUCTS = {
  type: 'products',
  items: ['Rose', 'Mint'].map((name, index) => ({
    card: {
      variantId: `V${index + 1}`,
      productId: 'P1',
      name: `Velvet Balm ${name}`,
      price: '€19.90',
      size: '50 ml',
      link: `http://shop.localhost/p/balm?variant=V${index + 1}`,
      available: index === 0,
    },
    reasons: index === 0 ? ['For dry skin'] : [],
  })),
};
export const COMPARISON = {
  type: 'comparison',
  cards: PRODUCTS.items.map(({ card }) => card),
  rows: [{ label: 'Price', values: ['€19.90', '€21.90'] }],
};
export const createActions = (...kinds: string[]) => ({
  type: 'actions',
  items: kinds.map((kind, index) => ({ id: `a${index + 1}`, kind, label: `Do ${kind}` })),
});

const view = (page: Page) => {
  const chat = page.locator('svc-chat');
  return {
    chat,
    log: chat.getByRole('log'),
    field: chat.getByLabel('Your message'),
    send: chat.getByRole('button', { name: 'Send', exact: true }),
    questions: chat.locator('.question'),
    /** An answer that has not arrived is in the log, too, but not shown. */
    answers: chat.locator('.turn .answer:not([hidden])'),
    replies: chat.locator('[part~="quick-replies"] button'),
    status: chat.locator('section > [role=status]'),
    problem: chat.locator('.problem'),
    async ask(words: string) {
      // Nothing is sent while an answer is awaited, and an answer ends after its blocks.
      await expect(chat.getByRole('log')).toHaveAttribute('aria-busy', 'false');
      await chat.getByLabel('Your message').fill(words);
      await chat.getByLabel('Your message').press('Enter');
    },
  };
};

/** Waits until the service received so many requests: the place of an answer is in the log before its request has arrived. */
export const expectRequests = ({ requests }: ChatStandIn, count: number) =>
  expect.poll(() => requests.length).toBe(count);

interface TestFixtures {
  chatServer: ChatStandIn;
  /** Opens a page with a chat that speaks with the stand-in. */
  openChat(page?: ShopPageOptions): Promise<ReturnType<typeof view>>;
}

export const test = base.extend<TestFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  chatServer: async ({}, use) => {
    const server = await startChatStandIn();
    await use(server);
    server.close();
  },
  openChat: async ({ page, openShop, chatServer }, use) =>
    use(async ({ settings, body = CHAT, ...rest } = {}) => {
      await openShop({ settings: { TRACKING_BASE_URL: chatServer.origin, ...settings }, body, ...rest });
      return view(page);
    }),
});

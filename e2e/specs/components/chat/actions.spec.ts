/// <reference lib="dom" />
import { text } from '../../../support/browser/chat-stand-in.js';
import { type ChatElement, createActions, expect, PRODUCTS, test } from '../../../support/browser/chat-test.js';
import { answerIn, readRecords } from '../../../support/browser/component-pages.js';

/** What svc-chat opens and dispatches: cart, analysis and results. docs/components.md B17.14 to B17.17. */

test('hideCart hides the add-to-cart button, also in what is shown already; the button dispatches the event. docs/components.md B17.1, B17.14, S37, S51; docs/contract.md C19.5', async ({
  openChat,
  chatServer,
  seen,
}) => {
  const { chat, field, ask } = await openChat();
  await expect(field).toBeVisible();
  expect(await chat.evaluate((element: ChatElement) => element.hideCart)).toBe(false);
  chatServer.next.push({
    blocks: [PRODUCTS, { type: 'actions', items: [{ kind: 'ADD_TO_CART', label: 'Add to cart', variantId: 'V1' }] }],
  });
  await ask('A balm');
  const buttons = chat.getByRole('button', { name: 'Add to cart' });
  await expect(buttons).toHaveCount(2);
  // It says so for two seconds, so that looking begins before.
  await Promise.all([chat.getByRole('button', { name: 'Added' }).waitFor(), buttons.first().click()]);
  expect((await seen.events()).at(-1)).toEqual([
    'svc-add-to-cart',
    { type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'add_to_cart_chat' },
  ]);
  await chat.evaluate((element: ChatElement) => element.setAttribute('hide-cart', ''));
  await expect(buttons).toHaveCount(0);
  await chat.evaluate((element: ChatElement) => {
    element.hideCart = false;
  });
  await expect(chat.locator('.cart button').first()).toBeVisible();
});

test('the recommendation to do an analysis opens it in the popup, which dispatches its events once; products of it are reported. docs/components.md B13.11, B17.14, B17.15, B17.16, B17.17, S39, S55, S56', async ({
  openChat,
  chatServer,
  popup,
  seen,
  page,
}) => {
  const { chat, ask, answers } = await openChat();
  const address = page.url();
  chatServer.next.push({ blocks: [text('Let us find out.'), createActions('OPEN_ANALYSIS', 'OPEN_RESULTS')] });
  await ask('What suits me?');
  const button = chat.getByRole('button', { name: 'Do OPEN_ANALYSIS' });
  await button.click();
  await expect(popup.heading).toBeVisible();
  expect(await seen.names()).toEqual(['svc-analysis-requested', 'svc-popup-opened']);
  expect((await seen.events())[0]).toEqual(['svc-analysis-requested', null]);
  expect(await popup.iframe.getAttribute('src')).toContain('source=chat');
  await answerIn(popup.frame);
  // The page learns of the result after the shopper sees it.
  await expect.poll(() => seen.names()).toContain('svc-data-updated');
  await popup.close();
  await expect
    .poll(() => seen.names())
    .toEqual([
      'svc-analysis-requested',
      'svc-popup-opened',
      'svc-analysis-finished',
      'svc-data-updated',
      'svc-popup-closed',
    ]);

  // The results are those of this browser, and the next turn names the analysis. docs/components.md B17.6, B17.16, S56
  const [record] = (await readRecords(page)).analyses;
  await chat.getByRole('button', { name: 'Do OPEN_RESULTS' }).click();
  await expect(popup.result).toBeVisible();
  expect((await seen.events()).slice(5, 7)).toEqual([
    ['svc-results-requested', null],
    ['svc-popup-opened', null],
  ]);
  await popup.close();
  chatServer.next.push({ blocks: [PRODUCTS] });
  await ask('And now?');
  await expect.poll(() => chatServer.requests.at(-1)?.body.context.analysisId).toBe(record.analysis_id);
  expect(chatServer.requests.at(-1)?.body.context.funnel).toBe(record.funnel);

  // What is seen and opened is reported, although the page is left; after a reload, too. docs/components.md B13.11, B17.14
  await expect(answers).toHaveCount(2);
  await expect(chat.locator('[part~="card"]')).toHaveCount(2);
  const listEvents = () =>
    chatServer.events.map(({ analysisId, type, variantId }) => [analysisId, type, variantId].join(' '));
  const seenEvents = ['V1', 'V2'].map((id) => `${record.analysis_id} IMPRESSION ${id}`);
  await expect.poll(() => listEvents().sort()).toEqual(seenEvents);
  await chat.getByRole('link', { name: 'Show product: Velvet Balm Rose' }).click();
  await expect.poll(() => listEvents()).toContain(`${record.analysis_id} CLICK V1`);
  await page.goto(address);
  await expect(answers).toHaveCount(2);
  await chat.getByRole('button', { name: 'Add to cart' }).click();
  await expect.poll(() => listEvents()).toContain(`${record.analysis_id} ADD_TO_CART V1`);
});

test('results open at the result page; without one the analysis opens; a listener may cancel both. docs/components.md B17.15, B17.16, B17.17, S39, S50, S55, S56', async ({
  openChat,
  chatServer,
  popup,
  seen,
  page,
}) => {
  const { chat, ask } = await openChat({ body: '<svc-analysis-popup></svc-analysis-popup><svc-chat></svc-chat>' });
  chatServer.next.push({ blocks: [createActions('OPEN_ANALYSIS', 'OPEN_RESULTS')] });
  await ask('My results');
  await chat.getByRole('button', { name: 'Do OPEN_RESULTS' }).click();
  await expect(popup.heading).toBeVisible();
  await answerIn(popup.frame);
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  await popup.close();
  await page.reload();
  await chat.getByRole('button', { name: 'Do OPEN_RESULTS' }).click();
  await expect(popup.result).toBeVisible();
  const [record] = (await readRecords(page)).analyses;
  const address = new URL((await popup.iframe.getAttribute('src')) as string);
  expect([address.pathname, address.searchParams.get('source')]).toEqual([`/r/${record.analysis_id}`, 'chat']);
  await expect
    .poll(() => seen.names().then((names) => names.filter((name) => name === 'svc-result-page-opened')))
    .toHaveLength(1);
  await popup.close();
  await page.evaluate(() => {
    for (const name of ['svc-analysis-requested', 'svc-results-requested'])
      document.addEventListener(name, (event) => event.preventDefault());
    window.recorded.length = 0;
  });
  await chat.getByRole('button', { name: 'Do OPEN_ANALYSIS' }).click();
  await chat.getByRole('button', { name: 'Do OPEN_RESULTS' }).click();
  await expect.poll(() => seen.names()).toEqual(['svc-analysis-requested', 'svc-results-requested']);
  await expect(popup.dialog).toBeHidden();
});

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { freshHandle } from '../../support/browser/questionnaire.js';
import { smallCompany } from '../../support/companies.js';
import { send } from '../../support/http.js';
import { PLATFORM_TOKEN } from '../../support/platform-token.js';
import { admin } from '../../support/services.js';

/** The blocks of JavaScript that docs/events.md gives shop developers to copy. */
const [LIBRARY, USAGE] = [
  ...readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8').matchAll(/```js\n(.*?)```/gs),
].map(([, code]) => code as string) as [string, string];

/** A shop's page on an origin of its own: three variants, the last of them far below the fold. */
const shopPage = (api: string, analysisId: string) => `<!doctype html><meta charset="utf-8">
  <a data-variant="dry-1" data-position="0" href="#">one</a>
  <a data-variant="plain-1" data-position="1" href="#">two</a>
  <div style="height: 5000px"></div>
  <a data-variant="oily-1" data-position="2" href="#">three</a>
  <script>${LIBRARY}; const analysisId = '${analysisId}';
  ${USAGE.replace('https://api.example.com', api)}</script>`;

let shop: Server;
let html = '';
let api: string;
let analysisId: string;

const shopAddress = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;

test.beforeAll(async ({ baseURL }) => {
  api = baseURL as string;
  const origin = api.replace('localhost', '127.0.0.1');
  const management = admin(origin, PLATFORM_TOKEN);
  const handle = freshHandle('events');
  const applied = await management.apply(handle, smallCompany({ subdomain: handle }));
  expect(applied.status, applied.text).toBe(200);
  const created = await send(origin, '/api/v1/analyses', {
    headers: { authorization: `Bearer ${await management.createKey(handle)}` },
    body: { funnelId: applied.body.funnels[handle].id, selectionValues: [{ stepId: 1, selectedKey: 'dry' }] },
  });
  analysisId = created.body.id;
  html = shopPage(api, analysisId);
  shop = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => void shop.close());

interface Sent {
  type: string;
  variantId: string;
  position: number;
}

/** How many of these events are stored: sent again, those are known. */
async function countStored(events: Sent[]): Promise<number> {
  const again = await send(api.replace('localhost', '127.0.0.1'), '/api/v1/events', { body: { analysisId, events } });
  expect(again.status, again.text).toBe(202);
  return again.body.duplicates;
}

test('the code of docs/events.md reports what came into view and what was clicked, from another origin', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  const sent: Sent[] = [];
  const statuses: number[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'POST') return;
    sent.push(...(request.postDataJSON() as { events: Sent[] }).events);
    statuses.push(response.status());
  });
  await page.goto(shopAddress());
  await page.getByText('two').click();
  await page.getByText('three').scrollIntoViewIfNeeded();
  await expect
    .poll(() => sent.map(({ type, variantId, position }) => `${type} ${variantId} ${position}`).sort())
    .toEqual(['CLICK plain-1 1', 'IMPRESSION dry-1 0', 'IMPRESSION oily-1 2', 'IMPRESSION plain-1 1']);
  expect(new Set(statuses)).toEqual(new Set([202]));
  expect(await countStored(sent)).toBe(4);
  expect(errors).toEqual([]);
});

test('a beacon with a Blob of application/json is stored, from another origin', async ({ page }) => {
  await page.goto(shopAddress());
  // The answer is hidden from the page, so to the browser the request has failed.
  const answered = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  const event = { id: 'by beacon', type: 'CLICK', variantId: 'dry-1', position: 0 };
  const body = JSON.stringify({ analysisId, events: [event] });
  const taken = await page.evaluate(
    `navigator.sendBeacon('${api}/api/v1/events', new Blob([${JSON.stringify(body)}], { type: 'application/json' }))`,
  );
  expect(taken).toBe(true);
  await answered;
  expect(await countStored([event])).toBe(1);
});

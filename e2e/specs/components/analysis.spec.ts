/// <reference lib="dom" />
import { answerIn, QUESTION, readRecords } from '../../support/browser/component-pages.js';
import { expect, getWarnings, test } from '../../support/browser/component-test.js';
import { createManagement, waitForHeight } from '../../support/browser/questionnaire.js';

/** svc-analysis on pages of a shop. docs/components.md B6, B7. What it keeps in the browser: components-records.spec.ts. */

test('a journey in the page: frame, answers, records, events, cart. docs/components.md B7.1, B7.7, B7.12, B11.2, B11.5, B12.1, B12.2, S6, S8, S9, S20, S22', async ({
  page,
  openShop,
  inline,
  seen,
}) => {
  const { origin, handle, analysis } = await openShop({
    body: '<svc-analysis source="landing"></svc-analysis>',
    query: '?utm_source=mail&token=secret',
  });
  await expect(inline.heading).toHaveText(QUESTION);
  const attributes = await inline.iframe.evaluate((frame) =>
    Object.fromEntries([...frame.attributes].map(({ name, value }) => [name, value])),
  );
  expect(attributes).toMatchObject({
    title: 'Find your glow',
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    allow: 'clipboard-write',
    loading: 'lazy',
    referrerpolicy: 'strict-origin',
    name: expect.stringMatching(/^svc:\S{20,}$/),
    src: expect.stringMatching(new RegExp(`^${origin}/`)),
  });
  await answerIn(inline.frame);
  await expect.poll(() => seen.names()).toEqual(['svc-analysis-finished', 'svc-data-updated']);
  const [[, finished] = []] = (await seen.events()) as [string, Record<string, unknown>][];
  const id = finished?.analysis_id as string;
  expect(finished).toEqual({
    analysis_url: `${origin}/r/${id}`,
    analysis_id: id,
    funnel: handle,
    products: [{ variant_id: 'V1', link: 'http://shop.localhost/p/balm?variant=V1' }],
  });
  const { analyses, variants } = await readRecords(page);
  expect(analyses).toEqual([
    {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      funnel: handle,
      analysis_id: id,
      analysis_url: `${origin}/r/${id}`,
      first_name: '',
      last_name: '',
      email: '',
      color_type: '',
    },
  ]);
  expect(variants).toEqual([
    { timestamp: expect.any(Number), variant_id: 'V1', source: 'landing', analysis_id: id, funnel: handle },
  ]);
  // Of the page's address only what serves attribution reaches the service. docs/components.md B7.3, B7.8
  expect((await analysis(id)).tracking).toMatchObject({ source: 'landing', queryString: 'utm_source=mail' });

  await inline.frame
    .getByRole('button', { name: /cart|bag/i })
    .first()
    .click();
  await expect
    .poll(async () => (await seen.events()).at(-1))
    .toEqual(['svc-add-to-cart', { type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'add_to_cart' }]);
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('a funnel with a selfie step may use the camera. docs/components.md B7.7', async ({
  openShop,
  createCompany,
  inline,
}) => {
  const company = await createCompany({ steps: [{ id: 1, type: 'SELFIE', title: 'A picture?', required: false }] });
  await openShop({ company, body: '<svc-analysis></svc-analysis>' });
  await expect(inline.heading).toHaveText('A picture?');
  expect((await inline.iframe.getAttribute('allow'))?.split('; ').sort()).toEqual(['camera', 'clipboard-write']);
});

test('defaults, both spellings, wrong values. docs/components.md B6.1, B6.2, B6.3, B7.2, S11, S21; docs/contract.md C19.2', async ({
  page,
  openShop,
  seen,
}) => {
  await openShop({
    body: `<svc-analysis id="plain"></svc-analysis>
     <svc-analysis id="kebab" force-start scroll-offset="40" source=" mail "></svc-analysis>
     <svc-analysis id="lower" forcestart scrolloffset="30"></svc-analysis>
     <svc-analysis id="both" forcestart force-start="false" scrolloffset="30" scroll-offset="20"></svc-analysis>
     <svc-analysis id="wrong" funnel="NO FUNNEL!" scroll-offset="-1"></svc-analysis>
     <svc-analysis id="unset" funnel="false" source=""></svc-analysis>`,
  });
  await page.waitForFunction(() => customElements.get('svc-analysis'));
  const properties = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('svc-analysis')].map((element) => {
        const { funnel, forceStart, scrollOffset, source } = element as unknown as Record<string, unknown>;
        return [element.id, { funnel, forceStart, scrollOffset, source: source || null }];
      }),
    ),
  );
  const defaults = { funnel: false, forceStart: false, scrollOffset: 100, source: null };
  expect(properties).toEqual({
    plain: defaults,
    kebab: { ...defaults, forceStart: true, scrollOffset: 40, source: 'mail' },
    lower: { ...defaults, forceStart: true, scrollOffset: 30 },
    both: { ...defaults, forceStart: false, scrollOffset: 20 },
    wrong: defaults,
    unset: defaults,
  });
  for (const name of [/funnel/, /scroll/i])
    await expect.poll(() => getWarnings(seen, 'setting').some((line) => name.test(line)), String(name)).toBe(true);
});

test('properties that were set before the code is loaded are kept. docs/components.md B6.3', async ({
  page,
  baseURL,
  openShop,
  inline,
}) => {
  await openShop({
    head: `<script>addEventListener('DOMContentLoaded', () => Object.assign(document.querySelector('svc-analysis'), { scrollOffset: 7, source: 'early' }))</script>`,
    script: `<script>addEventListener('load', () => setTimeout(() => document.head.append(Object.assign(document.createElement('script'), { src: '${baseURL}/components.js' })), 50))</script>`,
    body: '<svc-analysis></svc-analysis>',
  });
  await expect(inline.heading).toHaveText(QUESTION);
  expect(
    await page.evaluate(() => {
      const { scrollOffset, source } = document.querySelector('svc-analysis') as unknown as Record<string, unknown>;
      return [scrollOffset, source];
    }),
  ).toEqual([7, 'early']);
  expect(await inline.iframe.getAttribute('src')).toContain('source=early');
});

test('a change of the step scrolls to scrollOffset below the top of the window, loading does not, and the frame is as high as its content. docs/components.md B7.5, B7.9, S24; docs/contract.md C22.4', async ({
  page,
  openShop,
  createCompany,
  inline,
}) => {
  const steps = [1, 2].map((id) => ({
    id,
    type: 'SINGLE_SELECTION',
    title: `Question ${id}`,
    selections: Array.from({ length: 30 }, (_, index) => ({ key: `k${index}`, caption: `Choice ${index}` })),
  }));
  await openShop({
    company: await createCompany({ steps }),
    body: `<div style="height: 900px"></div><svc-analysis scroll-offset="60"></svc-analysis>
      <p id="below">Below</p><div style="height: 2000px"></div>`,
  });
  await page.mouse.wheel(0, 500);
  await expect(inline.heading).toHaveText('Question 1');
  await waitForHeight(inline.iframe);
  const [box, below] = [await inline.iframe.boundingBox(), await page.locator('#below').boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) - 1);
  const top = () => page.locator('svc-analysis').evaluate((element) => Math.round(element.getBoundingClientRect().top));
  // The height of the frame changed, and nothing scrolled the element to its place.
  expect(await top()).toBeGreaterThan(60);
  await inline.frame.locator('label.option', { hasText: /^\s*Choice 29\s*$/ }).click();
  await expect(inline.heading).toHaveText('Question 2');
  await expect.poll(top).toBe(60);
});

test('a change of funnel loads the other funnel. docs/components.md B7.2, S21', async ({
  page,
  baseURL,
  openShop,
  createCompany,
  inline,
}) => {
  const company = await createCompany();
  const other = `${company.handle}-two`;
  const added = await createManagement(baseURL).apply(company.handle, {
    funnels: [
      {
        subdomain: other,
        name: 'Second quiz',
        paused: false,
        published: { steps: [{ id: 1, type: 'AGE', title: 'Your age?' }] },
      },
    ],
  });
  expect(added.status, added.text).toBe(200);
  await openShop({ company, body: '<svc-analysis></svc-analysis>' });
  await expect(inline.heading).toHaveText(QUESTION);
  await page.evaluate((funnel) => Object.assign(document.querySelector('svc-analysis') as Element, { funnel }), other);
  await expect(inline.heading).toHaveText('Your age?');
  await expect(inline.iframe).toHaveAttribute('title', 'Second quiz');
});

test('an element that is removed for a moment keeps its frame. docs/components.md B6.6', async ({
  page,
  baseURL,
  openShop,
  inline,
}) => {
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() !== page.mainFrame()) loads.push(request.url());
  });
  await openShop({
    // Mounts, unmounts and mounts again, as React does in its strict mode.
    script: `<script defer src="${baseURL}/components.js"></script><script type="module">
      await window.svcComponents.ready;
      const element = document.createElement('svc-analysis');
      document.body.append(element); element.remove(); document.body.append(element);
    </script>`,
  });
  await expect(inline.heading).toHaveText(QUESTION);
  expect(loads).toHaveLength(1);
});

test('fallback content is shown without script. docs/components.md B6.8', async ({ browser, demoShop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${demoShop}/quiz`);
  await expect(page.getByRole('link', { name: 'Start the questionnaire' })).toHaveAttribute('href', /linden-beauty/);
  await context.close();
});

test('links of the result are followed by the page, and windows that they open have no sandbox. docs/components.md B7.7, B7.11', async ({
  page,
  context,
  shop,
  openShop,
  createCompany,
  inline,
  seen,
}) => {
  const url = shop.add('<script>document.title = String(Boolean(localStorage))</script>');
  const variants = [{ shopSystemId: 'V1', name: 'Rose', url }];
  const catalog = { products: [{ shopSystemId: 'P1', name: 'Velvet Balm', url, variants }] };
  await openShop({ company: await createCompany({ company: { catalog } }), body: '<svc-analysis></svc-analysis>' });
  await answerIn(inline.frame);
  const link = inline.frame.getByRole('link', { name: /Velvet Balm/ }).first();
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
  await expect(opened).toHaveTitle('true');
  await opened.close();
  // A single-page application's router may stop the navigation.
  await page.evaluate(() => {
    document.addEventListener('click', (event) => {
      const clicked = (event.target as Element).closest('a');
      if (!clicked) return;
      event.preventDefault();
      Object.assign(window, { routed: clicked.href });
    });
  });
  await link.click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { routed: string }).routed)).toBe(url);
  // Not from a result page: the event belongs to the widget.
  expect(await seen.names()).not.toContain('svc-variant-clicked');
});

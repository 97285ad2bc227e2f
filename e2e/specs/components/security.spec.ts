/// <reference lib="dom" />
import { answerIn, QUESTION, readRecords } from '../../support/browser/component-pages.js';
import { expect, test } from '../../support/browser/component-test.js';
import { createManagement, waitForHeight } from '../../support/browser/questionnaire.js';
import { XSS_TEXTS } from '../../support/browser/xss-texts.js';

/** Strict policies, forged messages, hostile texts. docs/components.md B14, B16; docs/reliability.md R10. */

test('the pages of the demo shop work under a strict policy with Trusted Types. docs/components.md B16.1', async ({
  page,
  inline,
  popup,
  seen,
  demoShop,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { violations: [] });
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { violations: string[] }).violations.push(
        `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      ),
    );
  });
  for (const [path, shown] of [
    ['/quiz', inline.heading],
    ['/p/velvet-hour-foundation', page.locator('svc-widget [part~="invitation"]')],
    ['/spa/', page.locator('svc-floating-action-button').getByRole('button')],
  ] as const) {
    await page.goto(`${demoShop}${path}?csp=strict`);
    await expect(shown).toBeVisible();
    expect(await popup.open()).toBe(true);
    await expect(popup.heading).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
  }
  expect([seen.console, seen.trouble]).toEqual([[], []]);
});

test('a policy that stops the frame is a warning that names it. docs/components.md B15.1', async ({
  openShop,
  seen,
}) => {
  const headers = { 'Content-Security-Policy': "frame-src 'none'" };
  await openShop({ body: '<svc-analysis></svc-analysis>', headers });
  await expect
    .poll(() => seen.console.filter((line) => /^warning: svc \[(?:csp|frame-refused)\]/.test(line)))
    .toEqual([expect.stringContaining('frame-src')]);
});

test('forged messages have no effect. docs/components.md B14.6; docs/reliability.md R10.1', async ({
  page,
  openShop,
  inline,
  seen,
}) => {
  const { origin } = await openShop({
    body: '<svc-analysis></svc-analysis><iframe id="sibling" srcdoc="<p>Sibling</p>"></iframe>',
  });
  await expect(inline.heading).toHaveText(QUESTION);
  await waitForHeight(inline.iframe);
  const height = await page.locator('svc-analysis').evaluate((element) => element.clientHeight);
  await page.evaluate((funnelOrigin) => {
    const embedId = document
      .querySelector('svc-analysis')
      ?.shadowRoot?.querySelector('iframe')
      ?.name.replace('svc:', '');
    const detail = { analysis_url: `${funnelOrigin}/r/x`, analysis_id: 'x', funnel: 'x-forged', products: [] };
    const payloads: Record<string, unknown[]> = {
      height: [{ height: 9_999 }, { height: -1 }, { height: '1e9' }],
      finished: [detail, { ...detail, analysis_url: 'javascript:alert(1)' }, null, []],
      'result-opened': [detail, { __proto__: { polluted: true } }],
      'add-to-cart': [{ type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'x' }],
      'open-product': [
        { id: 'V1', name: 'x', link: 'javascript:alert(1)' },
        { id: 'V1', name: 'x', link: 'https://evil.example/' },
      ],
      'close-requested': [{}],
      ready: [{}],
      awake: [{}],
      constructor: [{}],
    };
    const sibling = (document.querySelector('#sibling') as HTMLIFrameElement).contentWindow as Window & {
      eval(code: string): void;
    };
    for (const [type, each] of Object.entries(payloads)) {
      for (const payload of each) {
        const message = { svc: 1, v: 1, embedId, type, payload };
        // From this window, as the funnel's origin would claim it, and from a sibling frame.
        window.postMessage(message, '*');
        window.dispatchEvent(new MessageEvent('message', { data: message, origin: funnelOrigin }));
        window.dispatchEvent(new MessageEvent('message', { data: message, origin: funnelOrigin, source: sibling }));
        sibling.eval(`parent.postMessage(${JSON.stringify(message)}, '*')`);
      }
    }
    // Messages of a window arrive in order.
    return Promise.all(
      [window, sibling].map((from, index) => {
        const last = `last-${index}`;
        const arrival = new Promise((resolve) =>
          addEventListener('message', ({ data }) => data === last && resolve(0)),
        );
        if (from === window) window.postMessage(last, '*');
        else sibling.eval(`parent.postMessage('${last}', '*')`);
        return arrival;
      }),
    );
  }, origin);
  expect(await seen.names()).toEqual([]);
  expect(await page.locator('svc-analysis').evaluate((element) => element.clientHeight)).toBe(height);
  expect(await readRecords(page)).toEqual({ analyses: null, variants: null });
  expect(await page.evaluate(() => ({}) as { polluted?: boolean })).toEqual({});
  expect(seen.trouble).toEqual([]);
});

test('texts of attacks are shown as text. docs/components.md B6.11, B16.2; docs/reliability.md R10.3', async ({
  page,
  baseURL,
  openShop,
  createCompany,
  inline,
  popup,
  seen,
}) => {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${baseURL} 'unsafe-inline'`,
    `connect-src ${baseURL} ${(baseURL as string).replace('//', '//*.')}`,
    `frame-src ${(baseURL as string).replace('//', '//*.')}`,
    'img-src data: http: https:',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const texts = XSS_TEXTS.slice(0, 4).map((text) => text.slice(0, 100));
  const company = await createCompany();
  const funnels = texts.map((name, index) => ({
    subdomain: `${company.handle}-${index}`,
    name,
    paused: false,
    published: { steps: [{ id: 1, type: 'AGE', title: name }] },
  }));
  expect((await createManagement(baseURL).apply(company.handle, { funnels })).status).toBe(200);
  await openShop({ company, body: '<svc-analysis></svc-analysis>', headers: { 'Content-Security-Policy': policy } });
  for (const { subdomain, name } of funnels) {
    expect(await popup.open(subdomain)).toBe(true);
    await expect(popup.dialog).toHaveAttribute('aria-label', name);
  }
  await popup.close();
  await answerIn(inline.frame);
  await expect.poll(async () => (await readRecords(page)).analyses).toHaveLength(1);
  // Records of other scripts are texts from outside as well.
  await page.evaluate((values) => {
    const entries = JSON.parse(localStorage.getItem('svcAnalysesData') as string);
    for (const [index, key] of ['first_name', 'last_name', 'email', 'color_type'].entries())
      entries[0][key] = values[index];
    localStorage.setItem('svcAnalysesData', JSON.stringify(entries));
    window.dispatchEvent(new Event('svc-data-synchronized'));
  }, texts);
  await page.reload();
  await expect(inline.result).toBeVisible();
  expect(dialogs).toEqual([]);
  expect(seen.trouble).toEqual([]);
});

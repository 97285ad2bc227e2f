/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test';
import { createMember, dashboardOrigin, signIn, watchTrouble } from '../../support/browser/dashboard.js';
import {
  createFunnel,
  createManagement,
  freshHandle,
  funnelOrigin,
  question,
} from '../../support/browser/questionnaire.js';
import { createTotp } from '../../support/browser/totp.js';

const steps = [question(1, 'SINGLE_SELECTION', 'Your skin?', { dry: 'Dry', oily: 'Oily' })];

/** Everything that a page keeps where scripts and later pages can read it. */
const readStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const finish = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const stored: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await finish(indexedDB.open(name as string));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        stored.push(name, store, await finish(objects.getAllKeys()), await finish(objects.getAll()));
      }
      database.close();
    }
    const caches = await window.caches.keys();
    const { href } = location;
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      stored,
      caches,
      document.cookie,
      history.state,
      href,
    ]);
  });

test('a person is invited, accepts, sets up a second factor, creates a key and calls the API with it, while the inviter watches (docs/identity.md I5, I6, docs/dashboard.md Y4.1)', async ({
  browser,
  baseURL,
  request,
}) => {
  const handle = freshHandle('access-invite');
  const { ids } = await createFunnel(baseURL, handle, { steps });
  const policy = { mayInvite: true, requireTwoFactor: false, editorsMayPublish: false };
  await createManagement(baseURL).call('PUT', `/companies/${handle}/policy`, policy);
  const [inviter, guest] = await Promise.all([
    browser.newContext().then((context) => context.newPage()),
    browser.newContext().then((context) => context.newPage()),
  ]);
  const trouble = [watchTrouble(inviter), watchTrouble(guest)];
  const addresses: string[] = [];
  // Frames included; the fragment of the invitation is sent to no server.
  guest.on('request', (sent) => addresses.push(sent.url()));

  await signIn(inviter, baseURL, await createMember(baseURL, handle), `/c/${handle}/settings/people`);
  await inviter.getByRole('button', { name: 'Invite', exact: true }).click();
  await inviter.getByLabel('E-mail address').fill(`grace@${handle}.example`);
  await inviter.getByRole('radio', { name: 'Company administrator' }).check();
  await inviter.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  const link = await inviter.getByLabel('Link of the invitation').inputValue();
  await inviter.getByRole('button', { name: 'Done' }).click();
  // From now on, members need a second factor.
  await createManagement(baseURL).call('PUT', `/companies/${handle}/policy`, { ...policy, requireTwoFactor: true });

  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Invitation to Glow' })).toBeVisible();
  await guest.getByLabel('Name').fill('Grace Hopper');
  await guest.getByRole('textbox', { name: 'New password' }).fill('a sentence that Grace remembers');
  await guest.keyboard.press('Enter');
  await expect(guest.getByText('Your company requires a second factor. Set it up to continue.')).toBeVisible();
  await guest.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = await guest.getByLabel('Secret', { exact: true }).inputValue();
  await guest.getByLabel('Code of the authenticator app').fill(createTotp(secret));
  await guest.keyboard.press('Enter');
  await guest.getByRole('button', { name: 'I have kept them' }).click();

  await guest.goto(`${dashboardOrigin(baseURL)}/c/${handle}/settings/developer`);
  await guest.getByRole('button', { name: 'Create a key' }).first().click();
  await guest.getByLabel('Name').fill('Shop server');
  await guest.keyboard.press('Enter');
  const key = await guest.getByLabel('Key', { exact: true }).inputValue();
  const read = () =>
    request.get(`${baseURL}/api/v1/funnels/${ids.id}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await read()).status()).toBe(200);

  // No secret is in an address or in a storage of the browser.
  const stored = await readStorage(guest);
  const session = (await guest.context().cookies()).find(({ name }) => name === 'svc_session')?.value as string;
  expect(session).toMatch(/^svc_session_/);
  const secrets = [key, secret, session, new URL(link).hash.slice(1), 'a sentence that Grace remembers'];
  for (const each of secrets) {
    expect(stored).not.toContain(each);
    expect(addresses.filter((address) => address.includes(each) && !address.startsWith(link))).toEqual([]);
  }

  await inviter.reload();
  // The inviter needs a second factor now, too, and nothing else works before.
  await expect(inviter.getByText('Your company requires a second factor. Set it up to continue.')).toBeVisible();

  // The link works once.
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByText('This invitation was used, was revoked or has expired.')).toBeVisible();

  await guest.goto(`${dashboardOrigin(baseURL)}/c/${handle}/settings/developer`);
  await guest.getByRole('button', { name: 'Revoke Shop server' }).click();
  await guest.getByRole('dialog').getByLabel('Type “Shop server” to confirm').fill('Shop server');
  await guest.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(guest.getByRole('row', { name: /Shop server/ })).toContainText('Revoked');
  expect((await read()).status()).toBe(401);
  expect(trouble).toEqual([[], []]);
});

test('a page on a funnel host, which is the same site, can neither read nor write with the session (docs/identity.md I4.4)', async ({
  page,
  context,
  baseURL,
}) => {
  const handle = freshHandle('access-site');
  await createFunnel(baseURL, handle, { steps });
  const dashboard = dashboardOrigin(baseURL);
  await signIn(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/settings/company`);
  const funnel = await context.newPage();
  await funnel.goto(funnelOrigin(baseURL, handle));
  const outcomes = await funnel.evaluate(async (origin) => {
    const attempt = (path: string, init: RequestInit) =>
      fetch(`${origin}${path}`, { credentials: 'include', ...init }).then(
        (response) => response.type,
        () => 'blocked',
      );
    return {
      read: await attempt('/auth/me', {}),
      json: await attempt('/auth/sign-out', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
      // What a form can send: no preflight stops it, and its answer cannot be read.
      form: await attempt('/auth/sign-out', { method: 'POST', mode: 'no-cors', body: 'a=b' }),
    };
  }, dashboard);
  expect(outcomes).toMatchObject({ read: 'blocked', json: 'blocked' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Company' })).toBeVisible();
});

test('a session that was planted before the sign-in is not the one that the sign-in starts (docs/identity.md I4.1)', async ({
  page,
  context,
  baseURL,
}) => {
  const handle = freshHandle('access-fixation');
  await createFunnel(baseURL, handle, { steps });
  const planted = `svc_session_${'A'.repeat(43)}`;
  const url = dashboardOrigin(baseURL);
  await context.addCookies([{ name: 'svc_session', value: planted, url, httpOnly: true, sameSite: 'Strict' }]);
  await signIn(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/settings/company`);
  const cookies = await context.cookies(url);
  const session = cookies.filter(({ name }) => name === 'svc_session');
  expect(session).toHaveLength(1);
  expect(session[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(session[0]?.value).not.toBe(planted);
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await context.clearCookies();
  await context.addCookies([{ name: 'svc_session', value: planted, url }]);
  await page.goto(`${url}/me`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a visitor loads at most six files until the sign-in, all of which the document names (docs/dashboard.md Y6.1)', async ({
  browser,
  baseURL,
}) => {
  const page = await (await browser.newContext({ locale: 'de-AT' })).newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) asked.push(pathname);
  });
  const document = await page.goto(`${dashboardOrigin(baseURL)}/c/linden-lune`);
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  const html = (await document?.text()) ?? '';
  expect(asked.filter((path) => !html.includes(`"${path}"`))).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(6);
  await page.context().close();
});

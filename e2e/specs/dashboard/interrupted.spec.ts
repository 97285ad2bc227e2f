import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, enter } from '../../support/browser/dashboard.js';
import { createFunnel, createManagement, everyStep, freshHandle } from '../../support/browser/questionnaire.js';
import { smallCompany } from '../../support/companies.js';
import { send } from '../../support/http.js';
import type { Running } from '../../support/processes.js';
import { type Cluster, startCluster } from '../../support/services.js';

/**
 * The service receives and stores the next request of this kind, and its response is lost, as when the connection breaks in the middle
 * of saving.
 */
async function loseResponse(page: Page, method: string, address: string): Promise<{ isLost: () => boolean }> {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    // Names below localhost are known to browsers only.
    const request = route.request();
    const { host, port, pathname } = new URL(request.url());
    const { 'content-length': _length, host: _host, ...headers } = await request.allHeaders();
    const answer = await send(`http://127.0.0.1:${port}`, pathname, {
      method,
      host,
      headers,
      body: request.postDataJSON(),
    });
    expect(answer.status, answer.text).toBe(200);
    await route.abort('connectionreset');
  });
  return { isLost: () => isLost };
}

/** The next request of this kind does not reach the service before `release()`, as on a slow connection. */
async function holdRequest(
  page: Page,
  method: string,
  address: string,
): Promise<{ isHeld: () => boolean; release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  await page.route(address, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback();
    isHeld = true;
    await released;
    await route.continue();
  });
  return { isHeld: () => isHeld, release };
}

/** A service that was killed starts again, while four journeys run. */
const BY_THE_TIME = { timeout: 60_000 };

test('the connection breaks while settings are saved: what was typed stays, also during a slow save, and saving again ends well, or the form finds it stored (docs/dashboard.md Y40.1, Y40.2, Y40.4)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('lost-settings');
  await createFunnel(baseURL, handle, { steps: everyStep() });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/settings/company`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Typed before it broke');
  const lostOnce = await loseResponse(page, 'PATCH', '**/settings');
  // By which the dashboard would find the service again, and load the settings.
  await page.route('**/healthz', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('There is no connection to the service').first()).toBeVisible();
  expect(lostOnce.isLost()).toBe(true);
  await expect(name).toHaveValue('Typed before it broke');
  await expectAccessible(page);
  // The value is stored already; that is no conflict with another user.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  const { body } = await createManagement(baseURL).call('GET', `/companies/${handle}/settings`);
  expect(body.name).toBe('Typed before it broke');

  await page.unroute('**/healthz');
  await name.fill('Typed once more');
  const lostAgain = await loseResponse(page, 'PATCH', '**/settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(lostAgain.isLost).toBe(true);
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(name).toHaveValue('Typed once more');

  const readName = async () => (await createManagement(baseURL).call('GET', `/companies/${handle}/settings`)).body.name;
  await name.fill('Being sent');
  const { isHeld, release } = await holdRequest(page, 'PATCH', '**/settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(isHeld).toBe(true);
  await name.fill('Typed while it was sent');
  release();
  await expect.poll(readName).toBe('Being sent');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(name).toHaveValue('Typed while it was sent');
  expect(await readName()).toBe('Typed while it was sent');
});

test('the connection breaks while sets are saved: saving them again is no conflict with another user, and what is changed during a slow save stays (docs/dashboard.md Y40.2, Y40.4)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('lost-sets');
  const { catalog } = smallCompany({ variants: ['dry-1', 'plain-duo', 'plain-trio', 'plain-box'] });
  const sets = ['Duo', 'Trio', 'Box'].map((name) => {
    const key = name.toLowerCase();
    return { key, name, variantId: `plain-${key}`, variants: [{ id: 'dry-1' }] };
  });
  await createFunnel(baseURL, handle, { steps: everyStep(), company: { catalog, sets } });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/products/sets`);
  await page.getByRole('button', { name: 'Remove Duo' }).click();
  const { isLost } = await loseResponse(page, 'PUT', '**/sets');
  const save = page.getByRole('button', { name: 'Save sets' });
  await save.click();
  await expect(page.getByText('There is no connection to the service').first()).toBeVisible();
  expect(isLost()).toBe(true);
  await save.click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  const readSets = async () =>
    (await createManagement(baseURL).call('GET', `/companies/${handle}/blueprint`)).body.sets;
  expect(await readSets()).toMatchObject([{ key: 'trio' }, { key: 'box' }]);

  await page.getByRole('button', { name: 'Remove Trio' }).click();
  const { isHeld, release } = await holdRequest(page, 'PUT', '**/sets');
  await save.click();
  await expect.poll(isHeld).toBe(true);
  await page.getByRole('button', { name: 'Remove Box' }).click();
  // One save at a time: a second one would be in conflict with the first.
  await expect(save).toBeDisabled();
  release();
  await expect.poll(readSets).toMatchObject([{ key: 'box' }]);
  await save.click();
  await expect.poll(readSets).toEqual([]);
  await expect(page.getByRole('heading', { name: 'No sets' })).toBeVisible();
});

test('the connection breaks while the builder saves: it saves again by itself, without a conflict (docs/dashboard.md Y40.1, Y40.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('lost-edit');
  await createFunnel(baseURL, handle, { steps: everyStep() });
  await enter(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}`);
  const { isLost } = await loseResponse(page, 'PUT', '**/edit');
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Typed before it broke');
  await expect.poll(isLost, BY_THE_TIME).toBe(true);
  await title.fill('Typed while it was broken');
  await expect(page.getByText(/^Saved \d/)).toBeVisible(BY_THE_TIME);
  await expect(title).toHaveValue('Typed while it was broken');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const read = async () =>
    (await createManagement(baseURL).call('GET', `/companies/${handle}/funnels/${handle}/edit`)).text;
  await expect.poll(read, BY_THE_TIME).toContain('Typed while it was broken');
});

test('the connection breaks while tags are saved: they are sent again, and counted as they are (docs/dashboard.md Y17.6, Y40.1, Y40.2)', async ({
  page,
  baseURL,
}) => {
  const handle = freshHandle('lost-tags');
  const variants = [{ shopSystemId: 'V1', name: 'Shade 1', available: true, tags: ['skin:dry'] }];
  const products = [{ shopSystemId: 'P1', name: 'Balm', tags: [], variants }];
  await createFunnel(baseURL, handle, { steps: everyStep(), company: { catalog: { products }, tagging: null } });
  const member = await createMember(baseURL, handle, 'EDITOR');
  await enter(page, baseURL, member, `/c/${handle}/products/tagging`);
  const cell = page.getByRole('gridcell', { name: /^Balm; skin:dry:/ });
  await cell.click();
  await page.keyboard.press('Space');
  const { isLost } = await loseResponse(page, 'PATCH', '**/tagging');
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await expect(page.getByRole('status').filter({ hasText: /Rows that changed: 0.*: 1/ })).toBeVisible(BY_THE_TIME);
  expect(isLost()).toBe(true);
  const { body } = await createManagement(baseURL).call('GET', `/companies/${handle}/blueprint`);
  expect(body.tagging.products.P1).toEqual(['skin:dry']);
});

const NOT_AVAILABLE = 'The service is not available at the moment. Please try again.';

test.describe('each service is killed while something is saved: nothing typed is lost, and it is saved when the service is back (docs/dashboard.md Y40.3)', () => {
  // One system of processes for all of them, which no two of them kill simultaneously.
  test.describe.configure({ mode: 'default', timeout: 240_000 });

  let publicUrl = '';
  let cluster: Cluster;
  test.beforeAll(async () => {
    cluster = await startCluster({
      replicas: 1,
      ownOfGateway: () => ({ BASE_DOMAIN: new URL(publicUrl).host }),
      environment: (url) => {
        publicUrl = url;
        return {};
      },
    });
  });
  test.afterAll(() => cluster?.stop());

  const find = {
    funnel: () => cluster.funnel,
    identity: () => cluster.identity,
    matcher: () => cluster.matchers[0] as Running,
    gateway: () => cluster.gateways[0]?.process as Running,
  };
  type Service = keyof typeof find;

  /** Does something that sends a request of this kind, and kills a service when it is sent. @returns starts the service again. */
  async function killWhile(
    page: Page,
    service: Service,
    [method, address]: [string, string],
    act: () => Promise<void>,
  ) {
    let isKilled = false;
    await page.route(address, async (route) => {
      if (isKilled || route.request().method() !== method) return route.fallback();
      isKilled = true;
      await Promise.all([route.continue(), find[service]().stop('SIGKILL')]);
    });
    await act();
    await expect.poll(() => isKilled, BY_THE_TIME).toBe(true);
    return async () => {
      await page.unroute(address);
      cluster.restart(service);
    };
  }

  /** A company, whose screen an administrator looks at. */
  async function open(page: Page, toPath: (handle: string) => string) {
    // The test before has left a service that starts.
    await expect
      .poll(
        () =>
          send(publicUrl.replace('localhost', '127.0.0.1'), '/readyz').then(
            ({ status }) => status,
            () => 0,
          ),
        BY_THE_TIME,
      )
      .toBe(200);
    const handle = freshHandle('killed');
    const management = createManagement(publicUrl);
    const variants = [{ shopSystemId: 'V1', name: 'Shade 1', available: true, tags: ['skin:dry'] }];
    const products = [{ shopSystemId: 'P1', name: 'Balm', tags: [], variants }];
    await createFunnel(publicUrl, handle, { steps: everyStep(), company: { catalog: { products }, tagging: null } });
    await enter(page, publicUrl, await createMember(publicUrl, handle), `/c/${handle}/${toPath(handle)}`);
    const call = (path: string) => management.call('GET', `/companies/${handle}/${path}`);
    return {
      read: async (path: string) => (await call(path)).text,
      isBack: (path: string) => expect.poll(() => call(path).then(({ status }) => status), BY_THE_TIME).toBe(200),
      save: page.getByRole('button', { name: 'Save', exact: true }),
      handle,
    };
  }

  for (const service of ['funnel', 'gateway'] as const) {
    test(`${service}, while the builder saves by itself`, async ({ page }) => {
      const { handle, read } = await open(page, (subdomain) => `funnels/${subdomain}`);
      const title = page.getByLabel('Title', { exact: true });
      const typed = `Typed before ${service} was killed`;
      const restart = await killWhile(page, service, ['PUT', '**/edit'], () => title.fill(typed));
      await expect(page.getByText('Not saved. It is kept in this browser and sent again.')).toBeVisible(BY_THE_TIME);
      await title.fill(`Typed while ${service} was down`);
      await restart();
      await expect
        .poll(() => read(`funnels/${handle}/edit`).catch(() => ''), BY_THE_TIME)
        .toContain(`Typed while ${service} was down`);
      await expect(page.getByText(/^Saved \d/)).toBeVisible(BY_THE_TIME);
      await expect(title).toHaveValue(`Typed while ${service} was down`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }

  test('funnel, while a form is saved', async ({ page }) => {
    const { read, isBack, save } = await open(page, () => 'settings/company');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Typed before it was killed');
    const restart = await killWhile(page, 'funnel', ['PATCH', '**/settings'], () => save.click());
    // The form says what happened, and keeps what was typed until the user saves again.
    await expect(page.getByRole('alert').first()).toContainText(NOT_AVAILABLE, BY_THE_TIME);
    await expect(name).toHaveValue('Typed before it was killed');
    await restart();
    await isBack('settings');
    await save.click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible(BY_THE_TIME);
    expect(JSON.parse(await read('settings')).name).toBe('Typed before it was killed');
  });

  test('identity, while a policy is saved', async ({ page }) => {
    const { read, isBack, save } = await open(page, () => 'settings/security');
    const editors = page.getByRole('checkbox', { name: 'Editors may publish' });
    await editors.check();
    const restart = await killWhile(page, 'identity', ['PUT', '**/policy'], () => save.click());
    await expect(page.getByRole('alert').first()).toContainText(NOT_AVAILABLE, BY_THE_TIME);
    await expect(editors).toBeChecked();
    await restart();
    await isBack('policy');
    await save.click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible(BY_THE_TIME);
    expect(JSON.parse(await read('policy')).editorsMayPublish).toBe(true);
  });

  test('matcher, while tags are saved', async ({ page }) => {
    const { read } = await open(page, () => 'products/tagging');
    await page.getByRole('gridcell', { name: /^Balm; skin:dry:/ }).click();
    await page.keyboard.press('Space');
    const saveTags = page.getByRole('button', { name: 'Save 1 row' });
    const restart = await killWhile(page, 'matcher', ['PATCH', '**/tagging'], () => saveTags.click());
    // They are kept in the browser and sent again until they are stored (Y17.5).
    await restart();
    await expect(page.getByRole('status').filter({ hasText: 'Rows that changed' })).toBeVisible(BY_THE_TIME);
    expect(JSON.parse(await read('blueprint')).tagging.products.P1).toEqual(['skin:dry']);
  });
});

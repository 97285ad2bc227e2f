import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, signIn } from '../../support/browser/dashboard.js';
import { createFunnel, createManagement, everyStep } from '../../support/browser/questionnaire.js';
import { send } from '../../support/http.js';
import { startCluster } from '../../support/services.js';

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

const BY_THE_TIME = { timeout: 30_000 };

test('the connection breaks while settings are saved: what was typed stays, and saving again ends well (docs/dashboard.md Y40)', async ({
  page,
  baseURL,
}) => {
  await createFunnel(baseURL, 'lost-settings', { steps: everyStep() });
  await signIn(page, baseURL, await createMember(baseURL, 'lost-settings'), '/c/lost-settings/settings/company');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Typed before it broke');
  const { isLost } = await loseResponse(page, 'PATCH', '**/settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('There is no connection to the service').first()).toBeVisible();
  expect(isLost()).toBe(true);
  await expect(name).toHaveValue('Typed before it broke');
  await expectAccessible(page);
  // The value is stored already; that is no conflict with another user.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const { body } = await createManagement(baseURL).call('GET', '/companies/lost-settings/settings');
  expect(body.name).toBe('Typed before it broke');
});

test('the connection breaks while the builder saves: it saves again by itself, without a conflict (docs/dashboard.md Y40)', async ({
  page,
  baseURL,
}) => {
  const handle = 'lost-edit';
  await createFunnel(baseURL, handle, { steps: everyStep() });
  await signIn(page, baseURL, await createMember(baseURL, handle), `/c/${handle}/funnels/${handle}`);
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

test('the connection breaks while tags are saved: they are sent again, and counted as they are (docs/dashboard.md Y40)', async ({
  page,
  baseURL,
}) => {
  const handle = 'lost-tags';
  const variants = [{ shopSystemId: 'V1', name: 'Shade 1', available: true, tags: ['skin:dry'] }];
  const products = [{ shopSystemId: 'P1', name: 'Balm', tags: [], variants }];
  await createFunnel(baseURL, handle, { steps: everyStep(), company: { catalog: { products }, tagging: null } });
  const member = await createMember(baseURL, handle, 'EDITOR');
  await signIn(page, baseURL, member, `/c/${handle}/products/tagging`);
  const cell = page.getByRole('gridcell', { name: /^Balm; skin:dry:/ });
  await cell.click();
  await page.keyboard.press('Space');
  const { isLost } = await loseResponse(page, 'PATCH', '**/tagging');
  await page.getByRole('button', { name: 'Save 1 row' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Rows that changed: 0' })).toBeVisible(BY_THE_TIME);
  expect(isLost()).toBe(true);
  const { body } = await createManagement(baseURL).call('GET', `/companies/${handle}/blueprint`);
  expect(body.tagging.products.P1).toEqual(['skin:dry']);
});

test('the service is killed while builder and settings save: nothing typed is lost, and both save when it is back (docs/dashboard.md Y40.3)', async ({
  page,
}) => {
  let publicUrl = '';
  const cluster = await startCluster({
    replicas: 1,
    ownOfGateway: () => ({ BASE_DOMAIN: new URL(publicUrl).host }),
    environment: (url) => {
      publicUrl = url;
      return {};
    },
  });
  try {
    const handle = 'killed';
    const management = createManagement(publicUrl);
    await createFunnel(publicUrl, handle, { steps: everyStep() });
    await signIn(page, publicUrl, await createMember(publicUrl, handle), `/c/${handle}/funnels/${handle}`);
    let isKilled = false;
    const killAt = (method: string, address: string) =>
      page.route(address, async (route) => {
        if (isKilled || route.request().method() !== method) return route.fallback();
        isKilled = true;
        await Promise.all([route.continue(), cluster.funnel.stop('SIGKILL')]);
      });
    const restart = () => {
      cluster.restart('funnel');
      isKilled = false;
    };

    await killAt('PUT', '**/edit');
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('Typed before it was killed');
    await expect.poll(() => isKilled, BY_THE_TIME).toBe(true);
    await expect(page.getByText('Not saved. It is kept in this browser and sent again.')).toBeVisible(BY_THE_TIME);
    await title.fill('Typed while it was down');
    await page.unroute('**/edit');
    restart();
    const read = async () => (await management.call('GET', `/companies/${handle}/funnels/${handle}/edit`)).text;
    await expect.poll(read, BY_THE_TIME).toContain('Typed while it was down');
    await expect(page.getByText(/^Saved \d/)).toBeVisible(BY_THE_TIME);
    await expect(title).toHaveValue('Typed while it was down');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('link', { name: 'Company', exact: true }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Typed before it was killed');
    await killAt('PATCH', '**/settings');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').first()).toContainText(
      'The service is not available at the moment. Please try again.',
      BY_THE_TIME,
    );
    await expect(name).toHaveValue('Typed before it was killed');
    await page.unroute('**/settings');
    restart();
    await expect
      .poll(async () => (await management.call('GET', `/companies/${handle}/settings`)).status, BY_THE_TIME)
      .toBe(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible(BY_THE_TIME);
    expect((await management.call('GET', `/companies/${handle}/settings`)).body.name).toBe(
      'Typed before it was killed',
    );
  } finally {
    await cluster.stop();
  }
});

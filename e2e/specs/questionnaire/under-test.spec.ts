/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import { createFunnel, createManagement, freshHandle, question } from '../../support/browser/questionnaire.js';

const ask = (title: string) => [question(1, 'SINGLE_SELECTION', title, { look: 'A look', care: 'Care' })];
const TITLES: Record<string, string> = { A: 'Your goal?', B: 'What do you want?' };

test('a page under test: a visitor who agreed gets the same version each time, answers it, and counts once in its arm. docs/insight.md N13.9, N15', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const handle = freshHandle('under-test');
  const tracking = { visitId: 'STORAGE' };
  const { origin, ids } = await createFunnel(baseURL, handle, {
    ...{ steps: ask(TITLES.A as string), draft: ask(TITLES.B as string) },
    company: { settings: { tracking } },
  });
  const management = createManagement(baseURL);
  const arms = [ids.published.id, ids.draft?.id];
  const created = await management.call('POST', `/companies/${handle}/experiments`, {
    ...{ name: 'Title', kind: 'QUESTIONNAIRE', funnel: handle, hypothesis: 'It matters.', minimumEffect: 0.1 },
    arms: arms.map((versionId) => ({ versionId })),
  });
  expect(created.status, created.text).toBe(201);
  const experiment = `/companies/${handle}/experiments/${created.body.id}`;
  expect((await management.call('POST', `${experiment}/start`)).status).toBe(200);

  const visits: { visitId: string; visitorId?: string; experiment: { arm: string }; versionId: string }[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/visits') visits.push(JSON.parse(request.postData() as string));
  });
  const readVisitor = () => page.evaluate(() => JSON.parse(localStorage.getItem('svcVisitor') ?? 'null'));
  const heading = page.locator('svc-quiz h1');

  // Nothing is kept without the visitor's word.
  await page.goto(`${origin}/`);
  await expect(heading).toBeVisible();
  expect(await readVisitor()).toBeNull();
  await expect.poll(() => visits.length).toBe(1);
  expect(visits[0]?.visitorId).toBeUndefined();

  await page.goto(`${origin}/?consent=granted`);
  await expect(heading).toBeVisible();
  const shown = (await heading.textContent()) as string;
  const arm = Object.keys(TITLES).find((key) => TITLES[key] === shown) as string;
  const { id } = await readVisitor();
  const listMine = () => visits.filter(({ visitorId }) => visitorId === id);
  await expect.poll(() => listMine().length).toBe(1);
  // Comes back, also without a word of the address.
  for (const search of ['?consent=granted', '']) {
    await page.goto(`${origin}/${search}`);
    await expect(heading).toHaveText(shown);
  }
  const answered = page.waitForResponse(
    (response) => /\/api\/analyses/.test(response.url()) && response.request().method() === 'POST',
  );
  await page.locator('label.option', { hasText: 'Care' }).click();
  await page.locator('svc-quiz button[type=submit]').click();
  const { id: analysisId } = await (await answered).json();
  await expect(page.locator('svc-result h1')).toBeVisible();

  const versionId = arms[arm === 'A' ? 0 : 1];
  const stored = await management.call('GET', `/companies/${handle}/analyses/${analysisId}`);
  expect(stored.body).toMatchObject({ funnelVersion: { id: versionId }, isPreview: false });
  const isFinished = (one: object) => JSON.stringify(one).includes('"FINISHED"');
  await expect.poll(() => visits.some(isFinished)).toBe(true);
  const mine = listMine();
  expect(new Set(mine.map((one) => [one.experiment.arm, one.versionId].join()))).toEqual(
    new Set([`${arm},${versionId}`]),
  );
  expect(new Set(mine.map(({ visitId }) => visitId)).size).toBeGreaterThan(1);

  // The visitor is one unit, which finished; the visit without a word is another one.
  const count = async () => {
    const { body } = await management.call('GET', `${experiment}/results`);
    const [completion] = body.measures;
    const units = body.arms.reduce((sum: number, one: { units: number }) => sum + one.units, 0);
    return [units, ...completion.arms.map((one: { key: string; successes: number }) => `${one.key} ${one.successes}`)];
  };
  const expected = [2, ...['A', 'B'].map((key) => `${key} ${key === arm ? 1 : 0}`)];
  // Added up once in a minute.
  await expect.poll(count, { timeout: 150_000 }).toEqual(expected);
});

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test as base, expect, type Page, type TestInfo } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.js';
import { createMember, createPlatformAdmin, dashboardOrigin, enter } from '../../support/browser/dashboard.js';
import { oncePerWorker } from '../../support/browser/once-per-worker.js';
import { freshHandle } from '../../support/browser/questionnaire.js';
import {
  createPlaces,
  findCellsWithoutColumn,
  findEmptyTables,
  findOverflow,
  findPlaceholders,
  lengthenTexts,
  listScreens,
  openScreen,
  type Places,
  toAddress,
} from '../../support/browser/screens.js';

const NARROW = { width: 320, height: 800 };
const WIDE = { width: 1_280, height: 900 };

/** A company with something on most screens, which these tests only look at. */
const getPlaces = oncePerWorker((baseURL: string | undefined) => createPlaces(baseURL, freshHandle('dash-screens')));
const test = base.extend<{ places: Places }>({
  places: async ({ baseURL }, use) => use(await getPlaces(baseURL)),
});

/** Everything that the browser reports, with the screen on which it did. */
function watchConsole(page: Page) {
  const reports: string[] = [];
  let screen = '';
  page.on('pageerror', (error) => reports.push(`${screen}: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      reports.push(`${screen}: ${message.text()} ${message.location().url}`);
  });
  return { reports, enter: (next: string) => (screen = next) };
}

/** With `SCREENSHOTS=1`, keeps one picture of each screen with the results of the run. */
async function attach(page: Page, info: TestInfo, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const path = info.outputPath(`${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}.png`);
  // Playwright's own waits for the frames of a page, also for one that is off the screen and therefore not drawn.
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  await session.detach();
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.from(data, 'base64'));
  await info.attach(name, { path, contentType: 'image/png' });
}

interface Visit {
  locale: 'en' | 'de';
  view: typeof WIDE;
}

type Scheme = 'light' | 'dark';

/** @returns what is wrong with each screen. */
async function visit(
  page: Page,
  info: TestInfo,
  paths: readonly string[],
  places: Places,
  { view }: Visit,
  colorScheme: Scheme,
) {
  const found: string[] = [];
  const console = watchConsole(page);
  await page.setViewportSize(view);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  for (const path of paths) {
    const address = toAddress(path, places);
    console.enter(address);
    await openScreen(page, address);
    let overflow: string[] = [];
    const measure = async () => {
      overflow = await findOverflow(page);
      return overflow.length;
    };
    // Tables become lists a moment after the width has changed.
    await expect
      .poll(measure)
      .toBe(0)
      .catch(() => {});
    found.push(...overflow.map((what) => `${address}: ${what}`));
    const findCells = view === NARROW ? findCellsWithoutColumn : async () => [];
    const problems = [findPlaceholders, findEmptyTables, findCells].map((find) => find(page));
    found.push(...(await Promise.all(problems)).flat().map((what) => `${address}: ${what}`));
    // The builder loads a page into its frame at any moment; the journeys check landmarks of screens without one.
    await expectAccessible(page, { hasFrames: true }).catch((error: Error) =>
      found.push(`${address}: ${error.message}`),
    );
    await attach(page, info, `${path} ${view.width} ${colorScheme}`);
  }
  return [...found, ...console.reports];
}

/** English fits the narrow width with longer texts than its own, see below. */
const VISITS: readonly Visit[] = [
  { locale: 'en', view: WIDE },
  { locale: 'de', view: NARROW },
];
const SCHEMES: readonly Scheme[] = ['light', 'dark'];

for (const [place, each] of VISITS.entries()) {
  const { locale, view } = each;
  for (const [half, scheme] of SCHEMES.entries()) {
    // A screen that is light at one width is dark at the other. Half of them are each way, so that what screens share is both at each width.
    test(`every second screen is accessible, fits and reports nothing: ${locale}, ${view.width} px, ${scheme} (docs/dashboard.md Y2.2, Y5.2, Y5.3)`, async ({
      page,
      baseURL,
      places,
    }, info) => {
      const admin = await createPlatformAdmin(baseURL);
      await enter(page, baseURL, admin, '/me');
      if (locale !== 'en') {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.getByRole('button', { name: admin.name }).click();
        await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
        await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
      }
      const { signedIn } = await listScreens(page);
      expect(signedIn.length).toBeGreaterThan(25);
      const screens = signedIn.filter((path) => path !== '/').filter((_, at) => (at + place) % 2 === half);
      expect(await visit(page, info, screens, places, each, scheme)).toEqual([]);
    });
  }

  const scheme = SCHEMES[place] as Scheme;
  test(`every screen before the sign-in is accessible, fits and reports nothing: ${locale}, ${view.width} px, ${scheme} (docs/dashboard.md Y5)`, async ({
    browser,
    baseURL,
    places,
  }, info) => {
    const page = await (await browser.newContext({ locale })).newPage();
    await page.goto(`${dashboardOrigin(baseURL)}/sign-in`);
    const { entry } = await listScreens(page);
    expect(entry.length).toBeGreaterThan(2);
    expect(await visit(page, info, entry, places, each, scheme)).toEqual([]);
    await page.context().close();
  });
}

test('every screen fits on 320 px with texts that are 40 % longer (docs/dashboard.md Y5.2)', async ({
  page,
  baseURL,
  places,
}, info) => {
  const admin = await createPlatformAdmin(baseURL);
  await enter(page, baseURL, admin, '/me');
  const { signedIn, entry } = await listScreens(page);
  await lengthenTexts(page, baseURL);
  await page.setViewportSize(NARROW);
  await page.reload();
  await expect(page.locator('h1').first()).toContainText('nn');
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  for (const path of [...signedIn.filter((each) => each !== '/'), ...entry]) {
    const address = toAddress(path, places);
    await openScreen(page, address);
    found.push(...(await findOverflow(page)).map((what) => `${address}: ${what}`));
    await attach(page, info, `long ${path}`);
  }
  expect(found).toEqual([]);
});

test('screens use a width of 2,560 px without scrolling (docs/dashboard.md Y5.2)', async ({ page, baseURL }, info) => {
  await page.setViewportSize({ width: 2_560, height: 1_440 });
  await enter(page, baseURL, await createMember(baseURL, 'linden-lune'), '/companies');
  await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible();
  await expectAccessible(page);
  for (const path of ['/c/linden-lune', '/c/linden-lune/funnels', '/c/linden-lune/products/tagging']) {
    await openScreen(page, path);
    expect(await findOverflow(page)).toEqual([]);
    await attach(page, info, `${path} 2560`);
  }
});

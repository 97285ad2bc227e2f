/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test';
import { send } from '../http.js';
import { createFunnel, createManagement, everyStep, funnelOrigin } from './questionnaire.js';

interface AppRoute {
  id: string;
  fullPath: string;
  children?: unknown;
  options: { component?: unknown };
}

interface AppRouter {
  routesById: Record<string, AppRoute>;
  options: {
    context: {
      queries: {
        isFetching(): number;
        invalidateQueries(): Promise<void>;
        getQueryCache(): { getAll(): { queryKey: unknown }[] };
      };
    };
  };
  navigate(options: { href: string }): Promise<void>;
}

declare global {
  interface Window {
    /** The router of the application. */
    __TSR_ROUTER__?: AppRouter;
  }
}

/** The paths of all screens, as the routes of the application have them: a new screen needs no entry in a list. */
export async function listScreens(page: Page): Promise<{ signedIn: string[]; entry: string[] }> {
  await page.waitForFunction(() => window.__TSR_ROUTER__ !== undefined);
  const routes = await page.evaluate(() =>
    Object.values((window.__TSR_ROUTER__ as AppRouter).routesById)
      .filter(({ children, options }) => children === undefined && options.component !== undefined)
      .map(({ id, fullPath }) => ({ id, path: fullPath === '/' ? '/' : fullPath.replace(/\/$/, '') })),
  );
  const isSignedIn = ({ id }: { id: string }) => id.startsWith('/signed-in');
  const toPaths = (of: typeof routes) => [...new Set(of.map(({ path }) => path))];
  return {
    signedIn: toPaths(routes.filter(isSignedIn)),
    entry: toPaths(routes.filter((each) => !isSignedIn(each))),
  };
}

/** Values of the parameters of paths, by their names; `search` is given to all of them, and screens take from it what they know. */
export type Places = Readonly<Record<string, string>>;

/** The address of a screen. A parameter without a value fails, so that no screen is left out. */
export const toAddress = (path: string, { search = '', ...places }: Places): string =>
  path.replace(/\$(\w+)/g, (_, name: string) => {
    const value = places[name];
    if (value === undefined) throw new Error(`createPlaces in screens.ts must have a value for $${name} of ${path}.`);
    return encodeURIComponent(value);
  }) + search;

const CSV = [
  'id;parentId;name;url;price;currency;availability;tags',
  ...Array.from(
    { length: 30 },
    (_, at) => `V${at};P${at % 10};Velvet Foundation, shade ${at};https://glow.example/${at};29.90;EUR;true;skin:dry`,
  ),
  // Rejected.
  'V91;P91;Balm;https://glow.example/91;no price;EUR;true;',
].join('\n');

/** A company with something on most screens: a draft, products, an import with a rejected row, an analysis and its delivery. */
export async function createPlaces(baseURL: string | undefined, handle: string): Promise<Places> {
  const management = createManagement(baseURL);
  const C = `/companies/${handle}`;
  const { ids } = await createFunnel(baseURL, handle, {
    draft: everyStep().slice(0, 4),
    company: {
      name: 'Lumière & Söhne Naturkosmetik',
      webhook: { url: 'https://merchant.invalid/hook', secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
      domains: ['glow.example'],
    },
  });
  const imported = await management.call('POST', `${C}/catalog/imports?wait=true`, CSV, 'text/csv');
  expect(imported.status, imported.text).toBe(200);
  const { host } = new URL(funnelOrigin(baseURL, handle));
  const body = { hairColor: 'BROWN', email: 'ada@mail.example', selectionValues: [{ stepId: 1, selectedKey: 'look' }] };
  const submitted = await send((baseURL as string).replace('localhost', '127.0.0.1'), '/api/analyses', { host, body });
  expect(submitted.status, submitted.text).toBe(200);
  await reportShoppers(baseURL, handle, { host, analysisId: submitted.body.id, versionId: ids.published.id });
  const deliveries = async () =>
    (await management.call('GET', `${C}/webhooks/deliveries`)).body.data as { id: string }[];
  await expect.poll(async () => (await deliveries()).length).toBeGreaterThan(0);
  return {
    company: handle,
    funnel: handle,
    experiment: await createExperiment(baseURL, handle, ids.published.id),
    import: imported.body.id,
    delivery: (await deliveries())[0]?.id as string,
    search: `?product=P1&analysis=${submitted.body.id}`,
  };
}

/** A draft of a test. */
async function createExperiment(baseURL: string | undefined, handle: string, versionId: string): Promise<string> {
  const made = await createManagement(baseURL).call('POST', `/companies/${handle}/experiments`, {
    ...{ name: 'A shorter questionnaire', kind: 'QUESTIONNAIRE', funnel: handle, minimumEffect: 0.03 },
    arms: [{ name: 'Today', versionId }, { name: 'Short' }],
  });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

/** Visits and an order, for the screens of figures. */
async function reportShoppers(
  baseURL: string | undefined,
  handle: string,
  { host, analysisId, versionId }: { host: string; analysisId: string; versionId: string },
): Promise<void> {
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  const events = [1, 2].map((stepId, n) => ({ n, type: 'SHOWN', stepId, atMs: 1_000 * n }));
  for (let at = 0; at < 6; at += 1) {
    const visit = { kind: 'FUNNEL', visitId: crypto.randomUUID(), versionId, locale: 'de', device: 'phone', events };
    const visited = await send(origin, '/api/v1/visits', { host, body: visit });
    expect(visited.status, visited.text).toBe(202);
  }
  const key = await createManagement(baseURL).call('POST', `/companies/${handle}/api-keys`, {
    name: 'Server of the shop',
    scopes: ['order.write'],
  });
  const order = {
    ...{ orderId: '1', createdAt: new Date().toISOString().replace(/\.\d+/, ''), currency: 'EUR' },
    lines: ['V1', 'V2', 'none'].map((variantId, at) => ({
      ...{ lineId: String(at), variantId, quantity: 1, price: '29.90' },
      ...(variantId === 'V1' ? { analysisId } : {}),
    })),
  };
  const ordered = await send(origin, '/api/v1/orders', {
    headers: { authorization: `Bearer ${key.body.value}` },
    body: order,
  });
  expect(ordered.status, ordered.text).toBe(202);
}

/** Moves to an address as a link does, and waits until the screen shows everything that it asks for. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => (window.__TSR_ROUTER__ as AppRouter).navigate({ href }), address);
  await expect(page.locator('h1').first()).toBeVisible();
  await waitForAnswers(page);
  await expect(page.getByRole('status', { name: /^(Loading|Wird geladen)/ })).toHaveCount(0);
}

/** Waits until no answer of the service is awaited. One answer may lead to the next request, a moment after it has arrived. */
const waitForAnswers = (page: Page): Promise<void> =>
  page.evaluate(
    (quietFrames) =>
      new Promise<void>((resolve) => {
        const { queries } = (window.__TSR_ROUTER__ as AppRouter).options.context;
        let quiet = 0;
        const look = () => {
          quiet = queries.isFetching() === 0 ? quiet + 1 : 0;
          if (quiet === quietFrames) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
    QUIET_FRAMES,
  );
const QUIET_FRAMES = 5;

/** What does not fit: elements that are wider than the page, and buttons whose text is cut. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth) {
      const isScrolled = (element: Element) => element.closest('.scroll-x, [role=grid], .builder-preview') !== null;
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !isScrolled(element),
      );
      found.push(
        `${root.scrollWidth} px wide: ${wide
          .slice(0, 4)
          .map((each) => `${each.tagName}.${each.className} ${each.textContent?.slice(0, 40)}`)
          .join(' | ')}`,
      );
    }
    for (const label of document.querySelectorAll('.mantine-Button-label')) {
      const isTruncated = label.querySelector('[data-truncate]') !== null;
      if (!isTruncated && label.scrollWidth > label.clientWidth + 1) found.push(`cut: ${label.textContent}`);
    }
    return found;
  });

/** Tables without a row; what has no entry is a sentence. docs/dashboard.md Y2.2. */
export const findEmptyTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')]
      .filter((table) => !table.querySelector('tbody tr, [role=rowgroup] [role=row] [role=cell]'))
      .map((table) => `empty table: ${table.ariaLabel ?? table.textContent?.slice(0, 40)}`),
  );

/** Cells of lists that are not a block with the name of their column, as they are on a phone. docs/dashboard.md Y5.3. */
export const findCellsWithoutColumn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableElement>('table.rows')].flatMap((table) => {
      const columns = [...table.querySelectorAll('[role=columnheader]')].map((each) => each.textContent);
      return [...table.querySelectorAll('[role=row]:has([role=cell])')].flatMap((row) =>
        [...row.querySelectorAll('[role=cell]')].flatMap((cell, at) => {
          const isShown = getComputedStyle(cell, '::before').content === JSON.stringify(columns[at]);
          const isBlock = [row, cell].every((each) => !getComputedStyle(each).display.startsWith('table'));
          return isShown && isBlock ? [] : [`no block with “${columns[at]}” in ${table.ariaLabel}`];
        }),
      );
    }),
  );

/** The keys of everything that the application has loaded and keeps. */
export const listLoaded = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window.__TSR_ROUTER__ as AppRouter).options.context.queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => JSON.stringify(queryKey)),
  );

/** Loads again what the screen shows, without waiting for the next time at which it does so by itself. */
export const loadAgain = (page: Page): Promise<void> =>
  page.evaluate(() => (window.__TSR_ROUTER__ as AppRouter).options.context.queries.invalidateQueries());

/** Texts that were not filled in: `{name}`. A key without a text is an error of the page. Samples of code may have braces. */
export const findPlaceholders = async (page: Page): Promise<string[]> => {
  const text = await page.evaluate(() =>
    [...document.querySelectorAll('pre')].reduce(
      (rest, { innerText }) => rest.replace(innerText, ''),
      document.body.innerText,
    ),
  );
  return text.match(/\{[a-z]\w*\}/g) ?? [];
};

const TEXT =
  /((?:"[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+"|'[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+'|`[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+`):)("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)/g;

/** Makes every text of the application 40 % longer. Node does not resolve `*.localhost`, so that the files are fetched by address. */
export async function lengthenTexts(page: Page, baseURL: string | undefined): Promise<void> {
  const origin = (baseURL as string).replace('localhost', '127.0.0.1');
  await page.route('**/assets/*.js', async (route) => {
    const { host, pathname } = new URL(route.request().url());
    const { text: script } = await send(origin, pathname, { host });
    const body = script.replace(TEXT, (_, key: string, text: string) => {
      const quote = text.at(-1) as string;
      // A table of keys is no text.
      if (KEY.test(text.slice(1, -1))) return key + text;
      return `${key}${text.slice(0, -1)}${lengthen(text.length - 2)}${quote}`;
    });
    await route.fulfill({ contentType: 'text/javascript', body });
  });
}

const KEY = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/;
const WORD_LENGTH = 12;
function lengthen(length: number): string {
  const more = Math.ceil(length * 0.4);
  // Short names grow, sentences get more words.
  if (length <= WORD_LENGTH) return 'n'.repeat(more);
  return ` ${'mehr '.repeat(Math.ceil(more / 5)).slice(0, more)}`.trimEnd();
}

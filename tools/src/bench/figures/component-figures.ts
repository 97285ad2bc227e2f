import type { Browser, Page } from '@playwright/test';
import type { Row } from '../compare.js';
import { CPU_SLOWDOWN, openDemo } from '../processes/demo-browser.js';

/** Of a shop page with the browser components; docs/components.md B16.5. */
const MUST = { taskMs: 50, shift: 0, openMs: 100, scriptMs: 25 };
/** After the last element appeared: timers, the launcher, what waits for the browser to be idle. */
const IDLE_MS = 3_000;

/** Pages of the demo shop, and what is there when the components have loaded. */
const PAGES = [
  { name: 'the button', path: '/', shown: 'svc-floating-action-button button' },
  { name: 'svc-analysis', path: '/quiz', shown: 'svc-analysis iframe' },
  { name: 'the widget', path: '/p/velvet-hour-foundation', shown: 'svc-widget [part~="toggle"] >> nth=0' },
] as const;

interface Visit {
  /** Longest task of the page's main thread; 0 if none took 50 ms. */
  taskMs: number;
  shift: number;
  /** Scripts of the page's main thread. */
  scriptMs: number;
}

/**
 * The demo shop's pages in a real browser with a slow processor: longest task and layout shift during the load and the idle time
 * after it, with the components and, for comparison, without. At full speed, how long the popup takes to appear after a click when
 * its frame is warm. Without a browser there are no figures.
 */
export async function componentFigures({ rounds }: { rounds: number }): Promise<Row[]> {
  const demo = await openDemo();
  if (demo === undefined) return [];
  const shop = `http://demo-shop.localhost:${demo.port}`;
  const visits = PAGES.map(() => ({ without: [] as Visit[], with: [] as Visit[] }));
  const opened: number[] = [];
  try {
    for (let round = 0; round < Math.max(rounds, 3); round++) {
      for (const [index, page] of PAGES.entries()) {
        visits[index]?.without.push(await visit(demo.browser, shop, page, false));
        visits[index]?.with.push(await visit(demo.browser, shop, page, true));
      }
      opened.push(...(await openPopup(demo.browser, shop)));
    }
  } finally {
    await demo.close();
  }
  return [
    ...PAGES.flatMap(({ name }, index) => {
      const { without, with: measured } = visits[index] as (typeof visits)[number];
      const tasks = measured.map(({ taskMs }) => taskMs);
      const base = without.map(({ taskMs }) => taskMs);
      const shifts = measured.map(({ shift }) => shift);
      const [scripting, baseScripting] = [measured, without].map((visits) =>
        middle(visits.map(({ scriptMs }) => scriptMs)),
      ) as [number, number];
      return [
        {
          id: 'components',
          figure: `longest task of a page with ${name}, CPU ${CPU_SLOWDOWN} × slower, of ${MUST.taskMs} ms`,
          ratio: middle(tasks) / MUST.taskMs,
          must: '≤ 1',
          note: `${listTasks(tasks)}; without the components ${listTasks(base)}`,
        },
        {
          id: 'components',
          figure: `layout shift of a page with ${name}`,
          ratio: Math.max(...shifts),
          must: `≤ ${MUST.shift}`,
          note: `most of ${shifts.length} visits`,
        },
        {
          id: 'components',
          figure: `scripting of a page with ${name}, CPU ${CPU_SLOWDOWN} × slower, of ${MUST.scriptMs} ms`,
          ratio: (scripting - baseScripting) / MUST.scriptMs,
          ...(index === 0 && { must: '≤ 1' }),
          note: `${scripting.toFixed(1)} ms, without the components ${baseScripting.toFixed(1)} ms`,
        },
      ];
    }),
    {
      id: 'components',
      figure: `from the click to the popup with a warm frame, of ${MUST.openMs} ms`,
      ratio: middle(opened) / MUST.openMs,
      must: '≤ 1',
      note: `${Math.round(middle(opened))} ms, slowest of ${opened.length} ${Math.round(Math.max(...opened))} ms`,
    },
  ];
}

async function visit(
  browser: Browser,
  shop: string,
  { path, shown }: (typeof PAGES)[number],
  hasComponents: boolean,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  if (!hasComponents) await page.route('**/components.js', (route) => route.fulfill({ body: '' }));
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Performance.enable');
  await page.addInitScript(`
    window.figures = { taskMs: 0, shift: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) figures.taskMs = Math.max(figures.taskMs, duration);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) figures.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(shop + path);
  if (hasComponents) await page.locator(shown).waitFor();
  await page.waitForTimeout(IDLE_MS);
  const figures = (await page.evaluate('figures')) as Omit<Visit, 'scriptMs'>;
  const { metrics } = await session.send('Performance.getMetrics');
  const scriptMs = 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
  await context.close();
  return { ...figures, scriptMs };
}

/** Times of three openings after the first one, in which the frame is loaded. */
async function openPopup(browser: Browser, shop: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${shop}/`);
  await page.evaluate('svcComponents.ready');
  const times: number[] = [];
  for (let opening = 0; opening < 4; opening++) {
    const time = await openOnce(page);
    if (opening > 0) times.push(time);
  }
  await context.close();
  return times;
}

/** From the click to the first frame of the screen with the dialog. */
async function openOnce(page: Page): Promise<number> {
  await page.evaluate(`
    window.opening = new Promise((resolve) => {
      let clicked = 0;
      document.addEventListener('click', () => (clicked = performance.now()), { capture: true, once: true });
      document.addEventListener('svc-popup-opened', () =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked))), { once: true });
    });
    0`);
  await page.getByRole('button', { name: 'Find your shade' }).click();
  const time = (await page.evaluate('opening')) as number;
  await page.frameLocator('svc-analysis-popup iframe').locator('svc-quiz h1').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('svc-analysis-popup dialog').waitFor({ state: 'hidden' });
  return time;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const listTasks = (values: readonly number[]): string => {
  const longest = Math.round(Math.max(...values));
  return longest === 0
    ? `none of ${MUST.taskMs} ms in ${values.length} visits`
    : `median ${Math.round(middle(values))} ms, longest of ${values.length} ${longest} ms`;
};

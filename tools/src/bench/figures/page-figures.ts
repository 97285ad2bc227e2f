import type { Browser, Page } from '@playwright/test';
import type { Row } from '../compare.js';
import { CPU_SLOWDOWN, openDemo, SLOW_4G } from '../processes/demo-browser.js';

/** Of a funnel's pages, milliseconds; issue "funnel host", "Speed". */
const MUST = { firstStep: 2_000, step: 50, result: 300 };

/**
 * The demo's pages in a real browser: until the first question can be answered on a slow phone, from one question to the next
 * there, and from the last answer to the list of products on this machine. The ratio is the measured time over the longest
 * that is allowed. Without a browser there are no figures.
 */
export async function pageFigures({ rounds }: { rounds: number }): Promise<Row[]> {
  const demo = await openDemo();
  if (demo === undefined) return [];
  const { browser, port } = demo;
  const funnel = `http://linden-beauty.localhost:${port}/`;
  try {
    const first: number[] = [];
    const steps: number[] = [];
    const results: number[] = [];
    for (let round = 0; round < Math.max(rounds, 3); round++) {
      const slow = await slowVisit(browser, funnel);
      first.push(slow.firstStep);
      steps.push(...slow.steps);
      results.push(await resultTime(browser, funnel));
    }
    const slowPhone = 'slow 4G, CPU 4 × slower';
    return [
      row(`first question usable, ${slowPhone}`, first, MUST.firstStep),
      row(`from question to question, ${slowPhone}`, steps, MUST.step),
      row('from the last answer to the list of products, loopback', results, MUST.result),
    ];
  } finally {
    await demo.close();
  }
}

/** Nothing cached; five questions. */
async function slowVisit(browser: Browser, funnel: string): Promise<{ firstStep: number; steps: number[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(funnel, { waitUntil: 'commit' });
  await page.locator('label.option').first().waitFor({ timeout: 60_000 });
  const [firstStep] = await times(page, 'svc:first-step', 'startTime');
  for (let step = 0; step < 5; step++) await answer(page);
  const steps = await times(page, 'svc:step', 'duration');
  await context.close();
  return { firstStep: firstStep as number, steps };
}

/** Answers everything and gives the time from the last click to the list. */
async function resultTime(browser: Browser, funnel: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(funnel);
  const submit = page.locator('svc-quiz button[type=submit]');
  while ((await page.locator('#email').count()) === 0) await answer(page);
  await page.locator('#email').fill('ada@example.com');
  await page.evaluate("document.addEventListener('click', () => performance.mark('bench:click'), { capture: true })");
  await submit.click();
  await page.waitForURL(/\/r\//);
  await page.locator('svc-result [data-variant]').first().waitFor();
  const [shown] = await times(page, 'svc:result', 'startTime');
  const [clicked] = await times(page, 'bench:click', 'startTime');
  await context.close();
  return (shown as number) - (clicked as number);
}

/** Answers the question that is shown, with its first option where there are some, and waits for the next one. */
async function answer(page: Page): Promise<void> {
  const heading = page.locator('svc-quiz h1');
  const title = await heading.textContent();
  const option = page.locator('label.option').first();
  if ((await option.count()) > 0) await option.click();
  if ((await page.locator('input[type=checkbox]').count()) > 0 || (await option.count()) === 0) {
    await page.locator('svc-quiz button[type=submit]').click();
  }
  await heading.filter({ hasNotText: title as string }).waitFor();
}

const times = (page: Page, name: string, property: 'startTime' | 'duration'): Promise<number[]> =>
  page.evaluate(
    ([wanted, which]) => performance.getEntriesByName(wanted as string).map((entry) => entry[which as 'startTime']),
    [name, property],
  );

function row(figure: string, values: number[], mustMs: number): Row {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] as number;
  return {
    id: 'page',
    figure,
    ratio: middle / mustMs,
    must: '≤ 1',
    note: `${Math.round(middle)} ms, slowest of ${sorted.length} ${Math.round(sorted.at(-1) as number)} ms; at most ${mustMs} ms`,
  };
}

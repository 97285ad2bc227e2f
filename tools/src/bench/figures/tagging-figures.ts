import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Row } from '../compare.js';
import { applyCompany, createMember, signIn } from '../load/dashboard-member.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { CPU_SLOWDOWN, openDemo } from '../processes/demo-browser.js';

/** Of the grid of tags with 2,000 × 60, milliseconds and megabytes; docs/dashboard.md Y17. */
const MUST = {
  usable: 700,
  frame: 16.7,
  toggle: 50,
  preview: 500,
  applied: 150,
  undo: 100,
  filter: 50,
  heap: 80,
  matrix: 150,
};
/** With 20,000 × 60. */
const LARGE_MUST = { usable: 3_000, heap: 200 };
const TAGS = 60;
const PASTED_TAGS = 20;
const GRID = '[role=grid] [role=gridcell]';

interface Visit {
  usable: number;
  heap: number;
  matrix: number;
}

/**
 * The grid of tags in a real browser with a slow processor: until it can be used, scrolling, and what commands take. The ratio is the
 * measured value over the most that is allowed. Without a browser there are no figures.
 */
export async function taggingFigures({ rounds }: { rounds: number }): Promise<Row[]> {
  const demo = await openDemo({ PLATFORM_TOKEN });
  if (demo === undefined) return [];
  const { browser, port } = demo;
  const figures: Record<string, number[]> = {};
  const add = (name: string, value: number) => {
    figures[name] = [...(figures[name] ?? []), value];
  };
  try {
    await createCompany(port, 'bench-tags', 2_000);
    await createCompany(port, 'bench-many', 20_000);
    for (let round = 0; round < Math.max(rounds, 3); round++) {
      const { page, session, visit } = await openGrid(browser, port, 'bench-tags');
      for (const [name, value] of Object.entries(visit)) add(name, value);
      for (const [name, value] of Object.entries(await useGrid(page, session))) add(name, value);
      await page.context().close();
    }
    const large = await openGrid(browser, port, 'bench-many');
    add('usableLarge', large.visit.usable);
    add('heapLarge', large.visit.heap);
    add('matrixLarge', large.visit.matrix);
    await large.page.context().close();
  } finally {
    await demo.close();
  }
  const slow = `CPU ${CPU_SLOWDOWN} × slower`;
  const row = (name: string, figure: string, must: number | undefined, unit = 'ms'): Row => {
    const values = [...(figures[name] ?? [])].sort((a, b) => a - b);
    const middle = values[Math.floor(values.length / 2)] ?? Number.NaN;
    return {
      id: 'tagging',
      figure,
      ratio: must === undefined ? Number.NaN : middle / must,
      ...(must === undefined ? {} : { must: '≤ 1' }),
      note: `${middle.toFixed(1)} ${unit}, most of ${values.length} ${(values.at(-1) ?? Number.NaN).toFixed(1)}; at most ${must ?? '–'} ${unit}`,
    };
  };
  return [
    row('matrix', '2,000 × 60: matrix, from the request to the last byte, full speed', MUST.matrix),
    row('usable', `2,000 × 60: data received to usable, ${slow}`, MUST.usable),
    row('frame', `2,000 × 60: 95 of 100 frames while scrolling both ways, ${slow}`, MUST.frame),
    row('task', `2,000 × 60: longest task while scrolling, ${slow}`, 50),
    row('toggle', `2,000 × 60: toggle a cell, to the next frame, ${slow}`, MUST.toggle),
    row('preview', `paste of 2,000 × 20, to the preview, ${slow}`, MUST.preview),
    row('applied', `paste of 2,000 × 20, applied, ${slow}`, MUST.applied),
    row('undo', `undo of that paste, ${slow}`, MUST.undo),
    row('filter', `2,000 × 60: filter by text, ${slow}`, MUST.filter),
    row('heap', '2,000 × 60: heap above the list of tags', MUST.heap, 'MB'),
    row('matrixLarge', '20,000 × 60: matrix, full speed', 1_500),
    row('usableLarge', `20,000 × 60: data received to usable, ${slow}`, LARGE_MUST.usable),
    row('heapLarge', '20,000 × 60: heap above the list of tags', LARGE_MUST.heap, 'MB'),
  ];
}

/** Products of five variants with 12 tags each. */
async function createCompany(port: number, handle: string, variants: number): Promise<void> {
  const products = Array.from({ length: variants / 5 }, (_, product) => ({
    shopSystemId: `P${product}`,
    name: `Foundation ${product}`,
    tags: [],
    variants: Array.from({ length: 5 }, (__, shade) => {
      const number = product * 5 + shade;
      const tags = Array.from({ length: 12 }, (___, tag) => `group${tag % 6}:tag${(number + tag * 5) % TAGS}`);
      return { shopSystemId: `V${number}`, name: `Shade ${number}`, color: '#f1d6c1', available: true, tags };
    }),
  }));
  await applyCompany(port, handle, { name: handle, catalog: { products } });
  await createMember(port, handle);
}

/** Signs in, and opens the grid from the list of tags, so that only the grid is measured. */
async function openGrid(
  browser: Browser,
  port: number,
  handle: string,
): Promise<{ page: Page; session: CDPSession; visit: Visit }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`http://dashboard.localhost:${port}/c/${handle}/products/tags`);
  await signIn(page, handle);
  await page.getByRole('heading', { name: 'Tags' }).waitFor();
  const before = await measureHeap(session);
  const matrix = (await page.evaluate(`(async () => {
    const startedAt = performance.now();
    await (await fetch('/api/admin/v1/companies/${handle}/tag-matrix')).arrayBuffer();
    return performance.now() - startedAt;
  })()`)) as number;
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.evaluate(`
    performance.clearResourceTimings();
    window.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    window.usable = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('${GRID}')) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      }).observe(document.body, { childList: true, subtree: true });
    });
    // The value of the script, which is waited for.
    undefined;
  `);
  await page.getByRole('link', { name: 'Tagging' }).click();
  const usable = (await page.evaluate(`usable.then((at) => at - performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes('/tag-matrix')).at(-1).responseEnd)`)) as number;
  const heap = (await measureHeap(session)) - before;
  return { page, session, visit: { usable, heap, matrix } };
}

async function measureHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

async function useGrid(page: Page, _session: CDPSession): Promise<Record<string, number>> {
  const run = async (script: string) => (await page.evaluate(`(async () => { ${HELPERS} ${script} })()`)) as number;
  const [frame, task] = (await page.evaluate(`(async () => { ${HELPERS}
    const grid = document.querySelector('[role=grid]');
    tasks.length = 0;
    const frames = [];
    let last = await nextFrame();
    for (let step = 0; step < 120; step++) {
      grid.scrollTop += step < 60 ? 160 : -160;
      grid.scrollLeft += step % 60 < 30 ? 60 : -60;
      const at = await nextFrame();
      frames.push(at - last);
      last = at;
    }
    frames.sort((a, b) => a - b);
    // Times of the browser are rounded to 0.1 ms.
    return [Number(frames[Math.floor(frames.length * 0.95)].toFixed(1)), Math.max(0, ...tasks)];
  })()`)) as [number, number];
  await page.locator(GRID).first().click();
  const toggle = await run(`return time(() => document.activeElement.dispatchEvent(key(' ')));`);
  const preview = await run(`
    const rows = Array.from({ length: 2000 }, (_, row) => ['V' + row, ...Array.from({ length: ${PASTED_TAGS} }, (__, tag) => (row + tag) % 2 ? 'x' : '')].join('\\t'));
    const tags = [...document.querySelectorAll('.tag-grid-column')].map((head) => head.textContent);
    const header = ['id', ...Array.from({ length: ${PASTED_TAGS} }, (_, tag) => 'new:tag' + tag)];
    const data = new DataTransfer();
    for (const [index, tag] of tags.slice(0, ${PASTED_TAGS}).entries()) header[index + 1] = tag;
    data.setData('text/plain', [header.join('\\t'), ...rows].join('\\n'));
    return until(() => document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })),
      () => document.querySelector('[role=dialog] button[type=submit]'));
  `);
  const applied = await run(`return until(() => document.querySelector('[role=dialog] button[type=submit]').click(),
    () => document.querySelector('[role=grid]') && /changed by the paste/.test(document.body.innerText));`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const undo = await run(
    `return time(() => [...document.querySelectorAll('[role=toolbar] button')].find((each) => each.textContent === 'Undo').click());`,
  );
  const filter = await run(`
    const field = document.querySelector('input[type=search]');
    const count = document.querySelector('[role=grid]').getAttribute('aria-rowcount');
    return until(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'Shade 19');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, () => document.querySelector('[role=grid]').getAttribute('aria-rowcount') !== count);
  `);
  return { frame, task, toggle, preview, applied, undo, filter };
}

/** Times are from an action to the end of the frame that shows what it did. */
const HELPERS = `
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
  const key = (name) => new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  const time = async (act) => { const at = performance.now(); act(); return (await painted()) - at; };
  const until = async (act, isDone) => {
    const at = performance.now();
    act();
    while (!isDone()) await nextFrame();
    return (await painted()) - at;
  };
`;

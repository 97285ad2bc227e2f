/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Less than half of `axe.source`: each document is sent it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const OPTIONS: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // Collecting what passed takes most of the time of a run.
  resultTypes: ['violations'],
};

/**
 * WCAG 2.2 A and AA and the good practices that axe knows: no violation. docs/contract.md C22.5.
 * @param options.hasFrames - a shop page and a funnel in its frame are two documents, each with landmarks of its own.
 */
export async function expectAccessible(page: Page, { hasFrames = false }: { hasFrames?: boolean } = {}): Promise<void> {
  for (const frame of await page.locator('iframe:visible').all()) await waitForPage(frame.contentFrame());
  await finishAnimations(page.mainFrame());
  const options: axe.RunOptions = {
    ...OPTIONS,
    ...(hasFrames ? { rules: { 'landmark-unique': { enabled: false } } } : {}),
  };
  const violations = await findViolations(page, options);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
  );
  expect(found).toEqual([]);
}

/** The element that the keyboard reached, or the option that it belongs to, has an outline of at least 2 pixels. docs/contract.md C22.5. */
export async function expectVisibleFocus(focused: Locator): Promise<void> {
  const widths = await focused.evaluate((element) =>
    [element, element.closest('label') ?? element].map((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    }),
  );
  expect(Math.max(...widths)).toBeGreaterThanOrEqual(2);
}

/** Waits until a frame shows its page: before, it is another document, whose place the page takes in the middle of a check. */
const waitForPage = (frame: Pick<FrameLocator, 'locator'>): Promise<void> =>
  expect(frame.locator('h1').first()).toBeAttached();

/** Half-faded text has another contrast than the one that is read. Each shadow root has animations of its own. */
const finishAnimations = (frame: Frame): Promise<unknown> =>
  frame.evaluate(() => {
    const listRoots = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? listRoots(shadowRoot) : [])),
    ];
    return Promise.all(
      listRoots(document)
        .flatMap((root) => root.getAnimations())
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) =>
          animation.finished.then(
            () => undefined,
            () => undefined,
          ),
        ),
    );
  });

/** Where a page has no frames, it keeps what passed to itself: sending that back and forth takes a third of a run. */
async function findViolations(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  const frame = page.mainFrame();
  const context = { include: [], exclude: [] };
  if ((await listInnerFrames(frame, context)).length === 0)
    return frame.evaluate(async (each) => (await window.axe.run(document, each)).violations, options);
  const partials = await runPartial(frame, context, options);
  return frame.evaluate(([given, each]) => window.axe.finishRun(given, each).then((results) => results.violations), [
    partials,
    options,
  ] as const);
}

/** The frames inside of a frame, which has axe afterwards. */
async function listInnerFrames(frame: Frame, context: axe.FrameContextObject): Promise<axe.FrameContext[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
  return frame.evaluate((within) => window.axe.utils.getFrameContexts(within), context);
}

/**
 * Runs axe in a frame and in the frames inside of it. The results are in the order that `finishRun` expects. The package
 * `@axe-core/playwright` sends its half megabyte to the frames and to a new page for each run, which takes ten times as long.
 */
async function runPartial(
  frame: Frame,
  context: axe.FrameContextObject,
  options: axe.RunOptions,
): Promise<(axe.PartialResult | null)[]> {
  const inner = await listInnerFrames(frame, context);
  const results: (axe.PartialResult | null)[] = [
    await frame.evaluate(([within, each]) => window.axe.runPartial(within, each), [context, options] as const),
  ];
  for (const { frameSelector, frameContext } of inner) {
    const element = await frame.evaluateHandle((path) => window.axe.utils.shadowSelect(path), frameSelector);
    const child = await element.asElement()?.contentFrame();
    expect(child, `frame ${frameSelector}`).toBeTruthy();
    // It may have come into view after the first look.
    await waitForPage(child as Frame);
    await finishAnimations(child as Frame);
    results.push(...(await runPartial(child as Frame, frameContext, options)));
  }
  return results;
}

/// <reference lib="dom" />
import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const OPTIONS: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // Collecting what passed takes most of the time of a run.
  resultTypes: ['violations'],
};

/**
 * WCAG 2.2 A and AA and the good practices that axe knows: no violation. docs/contract.md C22.5.
 * @param options.hasFrames - a shop page and a funnel in its frame are two documents, each with landmarks of its own.
 */
export async function expectAccessible(page: Page, { hasFrames = false } = {}): Promise<void> {
  // Half-faded text has another contrast than the one that is read.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const options = hasFrames ? { ...OPTIONS, rules: { 'landmark-unique': { enabled: false } } } : OPTIONS;
  const partials = await runPartial(page.mainFrame(), { include: [], exclude: [] }, options);
  const { violations } = await page.evaluate(([given, each]) => window.axe.finishRun(given, each), [
    partials,
    options,
  ] as const);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
  );
  expect(found).toEqual([]);
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
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  const inner = await frame.evaluate((within) => window.axe.utils.getFrameContexts(within), context);
  const results: (axe.PartialResult | null)[] = [
    await frame.evaluate(([within, each]) => window.axe.runPartial(within, each), [context, options] as const),
  ];
  for (const { frameSelector, frameContext } of inner) {
    const element = await frame.evaluateHandle((path) => window.axe.utils.shadowSelect(path), frameSelector);
    const child = await element.asElement()?.contentFrame();
    expect(child, `frame ${frameSelector}`).toBeTruthy();
    results.push(...(await runPartial(child as Frame, frameContext, options)));
  }
  return results;
}

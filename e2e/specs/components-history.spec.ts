/// <reference lib="dom" />
import { expect, test } from '@playwright/test';
import { funnelOrigin } from '../support/questionnaire.js';

/** What the frame of `svc-analysis` leaves in the history of the shop page. docs/components.md B7.13. */

test.use({ locale: 'en', reducedMotion: 'reduce' });

test('a frame that follows the records adds no entry to the history (docs/components.md B7.13)', async ({
  page,
  baseURL,
}) => {
  await page.goto(`${funnelOrigin(baseURL, 'demo-shop')}/quiz`);
  const heading = page.frameLocator('svc-analysis iframe').locator('svc-quiz h1');
  await expect(heading).toBeVisible();
  const findFunnelFrame = () => page.frames().find((frame) => frame.parentFrame() !== null);
  const { origin } = new URL(findFunnelFrame()?.url() ?? '');
  const before = await page.evaluate(() => history.length);
  const id = 'AAAAAAAAAAAAAAAAAAAAAA';
  await page.evaluate(
    ([origin, id]) => {
      const record = {
        timestamp: new Date().toISOString(),
        funnel: new URL(origin).hostname.split('.')[0],
        analysis_id: id,
        analysis_url: `${origin}/r/${id}`,
      };
      localStorage.setItem('svcAnalysesData', JSON.stringify([record]));
      dispatchEvent(new Event('svc-data-synchronized'));
    },
    [origin, id] as const,
  );
  await expect.poll(() => findFunnelFrame()?.url()).toContain(`/r/${id}`);
  // The service does not know this result, so its record is removed and the questions are shown again.
  await expect(heading).toBeVisible({ timeout: 15_000 });
  expect(await page.evaluate(() => localStorage.getItem('svcAnalysesData'))).toBe('[]');
  expect(await page.evaluate(() => history.length)).toBe(before);
});

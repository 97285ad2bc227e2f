import { expect, test } from '@playwright/test';
import { shot } from '../support/browser/questionnaire.js';

test('the reference page at /docs renders from this host alone, so it works behind a firewall', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== baseURL) foreign.push(request.url());
  });
  page.on('pageerror', (error) => problems.push(error.message));

  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /questionnaire, analysis and matching/i }).first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('/api/v1/analyses/{analysisId}/matches').first()).toBeVisible();

  await shot(page, 'reference');
  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
});

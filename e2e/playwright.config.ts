import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/launch-options.js';
import { PLATFORM_TOKEN } from './support/platform-token.js';

const port = Number(process.env.E2E_PORT ?? 18_080);

/**
 * Journeys in a real browser on the whole system. `journeys.mjs` chooses the Chromium. Playwright cannot drive the Firefox and WebKit of
 * distributions, so `browsers` does it by itself.
 */
export default defineConfig<object, { engine: 'firefox' | 'webkit' }>({
  projects: [
    { name: 'chromium', testDir: './specs' },
    { name: 'firefox', testDir: './browsers', fullyParallel: false, use: { engine: 'firefox' } },
    { name: 'webkit', testDir: './browsers', fullyParallel: false, use: { engine: 'webkit' } },
  ],
  outputDir: './test-results/artifacts',
  // Each test has a company of its own, on one running system.
  workers: 2,
  fullyParallel: true,
  // Waiting ends with its condition; these only bound a failure, on a machine that does much else too.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: launchOptions(process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH),
  },
  webServer: {
    command: 'node ../tools/start.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 120_000,
    // `npm start` with this port and token in another terminal saves the start while a journey is written.
    reuseExistingServer: !process.env.CI,
    env: { PORT: String(port), DATA_DIR: './test-results/data', PLATFORM_TOKEN },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

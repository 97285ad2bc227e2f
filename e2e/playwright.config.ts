import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser/launch-options.js';
import { PLATFORM_TOKEN } from './support/platform-token.js';

const port = Number(process.env.E2E_PORT ?? 18_080);

/**
 * Journeys in a real browser on the whole system. `journeys.mjs` chooses the Chromium. Playwright cannot drive the Firefox and WebKit of
 * distributions, so `browsers` does it by itself.
 */
export default defineConfig<object, { engine: 'firefox' | 'webkit' }>({
  projects: [
    // One worker each. They begin first, so that no worker is left with one of them at the end.
    { name: 'firefox', testDir: './browsers', fullyParallel: false, use: { engine: 'firefox' } },
    { name: 'webkit', testDir: './browsers', fullyParallel: false, use: { engine: 'webkit' } },
    { name: 'chromium', testDir: './specs' },
  ],
  outputDir: './test-results/artifacts',
  // Each test has a company of its own, on one running system. A browser waits for its pages half of the time (ADR 77).
  workers: 4,
  fullyParallel: true,
  // Waiting ends with its condition; these only bound a failure, on a machine that does much else too.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // A journey that fails runs again for a trace of it, and fails the run even if it passes then: to record every journey takes a
  // sixth of their processor time (ADR 102).
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['line'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: launchOptions(process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH),
  },
  webServer: {
    // Without what earlier runs left, which would slow a start down; with a young generation as in `support/processes.ts`.
    command: 'rm -rf test-results/data && exec node --min-semi-space-size=16 ../tools/start.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 120_000,
    // `npm start` with this port and token in another terminal saves the start while a journey is written.
    reuseExistingServer: !process.env.CI,
    // Browsers and system share the machine, so that answers are slow without being too many.
    env: { PORT: String(port), DATA_DIR: './test-results/data', PLATFORM_TOKEN, LOAD_SHEDDING: 'off' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

import { defineConfig } from '@playwright/test';
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
  reporter: [['line'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A camera that shows a test picture.
        '--use-fake-device-for-media-stream',
      ],
    },
  },
  webServer: {
    command: 'node ../tools/start.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 120_000,
    env: { PORT: String(port), DATA_DIR: './test-results/data', PLATFORM_TOKEN },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

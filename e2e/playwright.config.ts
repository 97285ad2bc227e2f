import { defineConfig } from '@playwright/test';
import { PLATFORM_TOKEN } from './support/platform-token.js';

const port = Number(process.env.E2E_PORT ?? 18_080);

/** Journeys in a real browser on the whole system. `journeys.mjs` chooses the browser. */
export default defineConfig({
  testDir: './specs',
  outputDir: './test-results/artifacts',
  // Each test has a company of its own, on one running system.
  workers: 2,
  fullyParallel: true,
  reporter: [['line'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'on',
    trace: 'retain-on-failure',
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

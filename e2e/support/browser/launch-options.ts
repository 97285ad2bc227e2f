import type { LaunchOptions } from '@playwright/test';

/** How journeys start a Chromium. */
export const launchOptions = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--in-process-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A camera that shows a test picture.
    '--use-fake-device-for-media-stream',
  ],
});

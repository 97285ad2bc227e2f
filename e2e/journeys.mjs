// `npm run e2e`: Playwright in the distribution's Chromium, or, where there is none, in the one that an npm package carries.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const installed = candidates.find((path) => path && existsSync(path));
const executable = installed ?? (await (await import('@sparticuz/chromium')).default.executablePath());
const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
const { status } = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: executable },
});
process.exit(status ?? 1);

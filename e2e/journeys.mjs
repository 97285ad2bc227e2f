// `npm run e2e`: Playwright in the distribution's Chromium, or, where there is none, in the one that an npm package carries. Then the
// components in Firefox and in WebKit, where they are installed; continuous integration must have both.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const findInstalled = (...paths) => paths.find((path) => path && existsSync(path));
const installed = findInstalled(
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
);
const executable = installed ?? (await (await import('@sparticuz/chromium')).default.executablePath());
// The same browser without a window takes half the time. It has no pictures of a camera.
const shell = process.env.CHROMIUM_PATH ? undefined : findInstalled('/usr/bin/chromium-headless-shell');
const others = {
  firefox: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
  webkit: process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver',
};
const projects = ['chromium'];
for (const [project, path] of Object.entries(others)) {
  if (process.env.CI || existsSync(path)) projects.push(project);
  else
    console.log(
      `The components are not tested in ${project}: there is no ${path}. On Debian: firefox-esr, webkit2gtk-driver and xvfb.`,
    );
}
const given = process.argv.slice(2);
const chosen = given.some((argument) => argument.startsWith('--project'))
  ? []
  : projects.map((project) => `--project=${project}`);
const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
const { status } = spawnSync(process.execPath, [cli, 'test', ...chosen, ...given], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CHROMIUM_PATH: executable,
    HEADLESS_SHELL_PATH: process.env.HEADLESS_SHELL_PATH ?? shell ?? executable,
  },
});
process.exit(status ?? 1);

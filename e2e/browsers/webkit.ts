import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { type ElementWithFrame, frameExpression, type SmokeBrowser, waitForLine } from './smoke-browser.js';

const DRIVER = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
const BROWSERS = ['4.1', '4.0', '6.0'].map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`);

/** WebKitGTK's own small browser over WebDriver, on a display without a screen. Fails where one of the two is not installed. */
export async function launchWebKit(): Promise<SmokeBrowser> {
  const binary = process.env.WEBKIT_PATH ?? BROWSERS.find(existsSync);
  if (!binary || !existsSync(DRIVER))
    throw new Error('WebKitGTK and WebKitWebDriver must be installed (webkit2gtk-driver).');
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [, number] = await waitForLine(display.stdout, /^(\d+)\n/m);
  const port = await freePort();
  const server = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${number}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1', NO_AT_BRIDGE: '1' },
  });
  const driver = await connect(port, binary);
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1000, height: 700 });
  await driver.manage().setTimeouts({ script: 40_000, pageLoad: 60_000 });
  return {
    open: (address) => driver.get(address),
    reload: () => driver.navigate().refresh(),
    evaluate: <T>(expression: string, frameOf?: ElementWithFrame) =>
      within(driver, frameOf, () => driver.executeAsyncScript<T>(awaited(expression))),
    click: (expression, frameOf) =>
      within(driver, frameOf, async () => {
        const element = await driver.executeScript<WebElement>(`return ${expression}`);
        await element.click();
      }),
    press: (key) =>
      driver
        .actions()
        .sendKeys(Key[key === 'Tab' ? 'TAB' : 'ESCAPE'])
        .perform(),
    async close() {
      await driver.quit();
      for (const child of [server, display]) {
        child.kill();
        if (child.exitCode === null) await once(child, 'exit');
      }
    },
  };
}

/** WebKitWebDriver needs a moment until it listens. */
async function connect(port: number, binary: string): Promise<WebDriver> {
  const address = `http://127.0.0.1:${port}`;
  const givesUpAt = Date.now() + 60_000;
  while (
    !(await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > givesUpAt) throw new Error('WebKitWebDriver does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  return new Builder().usingServer(address).withCapabilities(capabilities).build();
}

const awaited = (expression: string): string => `
  const done = arguments[arguments.length - 1];
  (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;

async function within<T>(driver: WebDriver, frameOf: ElementWithFrame | undefined, task: () => Promise<T>): Promise<T> {
  if (frameOf === undefined) return unwrap(await task());
  const frame = await driver.executeScript<WebElement>(`return ${frameExpression(frameOf)}`);
  await driver.switchTo().frame(frame);
  try {
    return unwrap(await task());
  } finally {
    await driver.switchTo().defaultContent();
  }
}

function unwrap<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null || !('value' in answer || 'error' in answer)) return answer;
  const { value, error } = answer as { value?: T; error?: string };
  if (error !== undefined) throw new Error(error);
  return value as T;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

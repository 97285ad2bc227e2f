import puppeteer, { type ElementHandle, type Frame, type Page } from 'puppeteer-core';
import { type ElementWithFrame, frameExpression, type SmokeBrowser } from './smoke-browser.js';

/** Firefox over WebDriver BiDi. Fails where it is not installed. */
export async function launchFirefox(): Promise<SmokeBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    timeout: 60_000,
    defaultViewport: { width: 1000, height: 700 },
    // A camera that shows a test picture, and no question whether it may be used.
    extraPrefsFirefox: { 'media.navigator.streams.fake': true, 'media.navigator.permission.disabled': true },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  return {
    open: async (address) => void (await page.goto(address, { waitUntil: 'load' })),
    reload: async () => void (await page.reload({ waitUntil: 'load' })),
    evaluate: async <T>(expression: string, frameOf?: ElementWithFrame) =>
      (await (await frameIn(page, frameOf)).evaluate(`(async () => (${expression}))()`)) as T,
    async click(expression, frameOf) {
      const frame = await frameIn(page, frameOf);
      const element = (await frame.evaluateHandle(expression)) as ElementHandle<Element>;
      await element.scrollIntoView();
      await element.click();
    },
    press: (key) => page.keyboard.press(key),
    close: () => browser.close(),
  };
}

async function frameIn(page: Page, frameOf: ElementWithFrame | undefined): Promise<Frame> {
  if (frameOf === undefined) return page.mainFrame();
  const element = (await page.evaluateHandle(frameExpression(frameOf))) as ElementHandle<Element>;
  const frame = await element.contentFrame();
  if (!frame) throw new Error(`${frameOf} has no frame.`);
  return frame;
}

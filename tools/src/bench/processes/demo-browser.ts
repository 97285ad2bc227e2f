import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { freePorts } from '../../launcher/ports.js';
import { wholeSystem } from './children.js';

/** A phone of the middle class, as browsers' own tools simulate it. */
export const CPU_SLOWDOWN = 4;

/** What browsers' own tools call "Slow 4G". */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export interface DemoBrowser {
  browser: Browser;
  /** Of the whole system with the demo. */
  port: number;
  close(): Promise<void>;
}

/** The demo with a real browser. Undefined where no browser is installed. @param environment - of the system, in addition. */
export async function openDemo(environment: Record<string, string> = {}): Promise<DemoBrowser | undefined> {
  const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (executablePath === undefined) return undefined;
  const { chromium } = await import('@playwright/test');
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const [port] = (await freePorts(1)) as [number];
  const system = await wholeSystem({ PORT: String(port), DATA_DIR: folder, DEMO: 'true', ...environment });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  return {
    browser,
    port,
    async close() {
      await browser.close();
      await system.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

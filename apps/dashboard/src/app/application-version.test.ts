import { describe, expect, it, vi } from 'vitest';
import { createVersionWatch } from './application-version.js';

/** As the gateway writes it. */
const toHtml = (script: string) =>
  `<!doctype html>
<link rel="modulepreload" href="/assets/shared-Bk1jlnbh.js">
<script type="module" src="${script}"></script>`;
const OWN = '/assets/main-CadfEWD-.js';

describe('a new version of the application (docs/dashboard.md Y2.7)', () => {
  it('is noticed when the document names another script, and announced once', async () => {
    let html = toHtml(OWN);
    const watch = createVersionWatch(OWN, async () => html);
    const listener = vi.fn();
    watch.subscribe(listener);
    await watch.check();
    expect(watch.get()).toBe(false);
    html = toHtml('/assets/main-B1x_9Qsa.js');
    await watch.check();
    await watch.check();
    expect(watch.get()).toBe(true);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an error', async () => undefined],
    ['a page of a proxy', async () => '<h1>Maintenance</h1>'],
  ])('is none because of %s', async (_, load) => {
    const watch = createVersionWatch(OWN, load);
    await watch.check();
    expect(watch.get()).toBe(false);
  });
});

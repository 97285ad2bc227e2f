import { createElement } from 'react';
import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { settingsQuery } from '../../api/settings.js';
import { readText, renderPage } from '../../testing/render-page.testing.js';
import { Overview } from './overview.js';

const funnel = {
  id: 'f-1',
  subdomain: 'beauty',
  name: 'Beauty quiz',
  published: null,
  draft: null,
  edit: null,
  paused: true,
};
const held = { id: 'i-1', state: 'HELD', dryRun: false, createdAt: '2026-11-23T11:00:00Z' };
const toKey = (part: string) => ['overview', 'glow', part];
const PARTS = ['funnels', 'imports', 'products', 'endpoints', 'deliveries', 'keys', 'tests'];

/** The overview where one part could not be loaded. */
const renderWithout = (failed: string) =>
  renderPage(createElement(Overview), {
    ...{ areas: ['overview', 'figures'], permissions: ['key.manage', 'settings.read'] },
    data: [
      ...PARTS.filter((part) => part !== failed).map(
        (part) => [toKey(part), part === 'funnels' ? [funnel] : part === 'imports' ? [held] : []] as const,
      ),
      [settingsQuery('glow').queryKey, { value: { domains: [], settings: {} }, etag: '' }],
    ],
    failed: [[toKey(failed), new ApiError(500, 'INTERNAL', 'It broke.')]],
  });

it.each(['imports', 'endpoints', 'deliveries', 'keys', 'products'])(
  'without %s the other parts are there (docs/dashboard.md Y30.2)',
  async (part) => {
    const text = readText(await renderWithout(part));
    // What another part knows needs attention, and the list of funnels.
    expect(text).toContain('“Beauty quiz” is paused.');
    expect(text).toContain('Name State Starts, 28 days');
    if (part !== 'products') expect(text).toContain('It broke.');
  },
);

it('without the funnels the notices are those of the other parts (docs/dashboard.md Y30.2)', async () => {
  const text = readText(await renderWithout('funnels'));
  expect(text).toContain('It broke.');
  expect(text).toMatch(/The import of Nov 2\d, 2026.* waits for your decision\./);
});

import { IMPORT_FAILURE_CODES } from '@svc/domain';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { readText, renderPage } from '../../testing/render-page.testing.js';
import type { Run } from './run-state.js';
import { WhyFailed } from './why-failed.js';

const REASON = 'As the service says it.';
const values = {
  line: '4711',
  column: 'price',
  columns: 'id, name',
  status: '503',
  max: '50000',
  days: '7',
  count: '9',
};
const render = (run: Partial<Run>, language: 'en' | 'de') =>
  renderPage(createElement(WhyFailed, { run: { reason: REASON, ...run } as Run }), { areas: ['imports'], language });
const show = async (failure: Run['failure'], language: 'en' | 'de') => readText(await render({ failure }, language));

describe('why an import failed (docs/dashboard.md Y12.8)', () => {
  it.each(IMPORT_FAILURE_CODES)('%s is a sentence of its own in each language', async (code) => {
    const sentences = await Promise.all([show({ code, values }, 'en'), show({ code, values }, 'de')]);
    const [english, german] = sentences.map((text) => text.replace(REASON, '').trim());
    expect(english).not.toBe('');
    expect(german).not.toBe('');
    expect(german).not.toBe(english);
  });

  it('the sentence has the values of the failure', async () => {
    expect(await show({ code: 'SERVER_STATUS', values }, 'en')).toContain('responded with status 503');
    expect(await show({ code: 'COLUMN_TWICE', values }, 'de')).toContain('price');
  });

  it('without a code, it is that of the service, in its language', async () => {
    expect(await render({}, 'de')).toContain(`<span lang="en">${REASON}</span>`);
  });
});

import { createElement } from 'react';
import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { readText, renderPage } from '../../testing/render-page.testing.js';
import { ErrorNotice } from './error-notice.js';

it('a change that came too late says what has changed, as the service says it (docs/dashboard.md Y37.2)', async () => {
  const message = 'The settings were changed while it was released. Nothing was published.';
  const error = new ApiError(412, 'PRECONDITION_FAILED', message, {
    details: [{ path: '/matching', message: 'The rules were changed.' }],
  });
  const text = readText(await renderPage(createElement(ErrorNotice, { error }), { areas: [] }));
  expect(text).toContain(message);
  expect(text).toContain('The rules were changed.');
  expect(readText(await renderPage(createElement(ErrorNotice, { error: null }), { areas: [] }))).toBe('');
});

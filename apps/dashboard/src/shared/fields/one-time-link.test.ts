import { createElement } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.testing.js';
import { OneTimeLink } from './one-time-link.js';

const LINK = 'https://dashboard.example/invite#secret';
const show = (link: string | undefined) =>
  renderPage(createElement(OneTimeLink, { link, label: 'Link', mailed: 'It is on its way.', onClose: () => {} }), {
    areas: [],
  });

it('a link is shown where mail cannot be sent; otherwise it was mailed, and nothing of it is shown (docs/dashboard.md Y7.3)', async () => {
  const shown = await show(LINK);
  expect(shown).toContain(`value="${LINK}"`);
  expect(shown).toContain('This is the only time that the link is shown.');
  const mailed = await show(undefined);
  expect(mailed).toContain('It is on its way.');
  expect(mailed).not.toMatch(/<input|only time/);
});

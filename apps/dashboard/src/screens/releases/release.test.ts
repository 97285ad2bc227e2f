import { createElement } from 'react';
import { expect, it } from 'vitest';
import { readText, renderPage } from '../../testing/render-page.testing.js';
import { Release } from './release.js';

const funnel = {
  ...{ id: 'f-1', subdomain: 'quiz', name: 'Quiz', published: null, draft: null },
  edit: { revision: 7, updatedAt: '2026-11-21T10:00:00.000Z', updatedBy: 'Ada' },
};
const render = (problems: readonly object[]) =>
  renderPage(createElement(Release), {
    ...{ areas: ['releases', 'check', 'targets'], permissions: ['funnel.publish'], params: { funnel: 'quiz' } },
    data: [
      [['releases', 'glow', 'current-funnel', 'quiz'], funnel],
      [['releases', 'glow', 'funnel', 'quiz'], funnel],
      [
        ['releases', 'glow', 'diff', 'quiz', { from: 'published', to: 'edit' }, 'en', 'edit 7'],
        {
          from: {},
          to: { revision: 7, problems },
          changes: [{ kind: 'STEP_ADDED', path: '/steps/0', question: null, sentence: 'New question “Skin?”' }],
        },
      ],
    ],
  });

it('problems of an edit are listed before anything is checked, with a link to the builder (docs/dashboard.md Y37.3)', async () => {
  const problems = [
    { path: '/steps/0/key', message: 'A key must be lower case.' },
    { path: '/steps/1', message: 'A question must have options.' },
  ];
  const html = await render(problems);
  const text = readText(html);
  expect(text).toContain('2 problems prevent publishing A key must be lower case. A question must have options.');
  expect(html.match(/<a [^>]*href="([^"]+)"[^>]*>Fix in the builder</)?.[1]).toBe('/c/glow/funnels/quiz');
  // Neither a check nor a replay has begun.
  expect(text.match(/Begins when there are no problems\./g)).toHaveLength(2);
  expect(text).toContain('Fix the problems first.');
  expect(readText(await render([]))).not.toContain('Begins when there are no problems.');
});

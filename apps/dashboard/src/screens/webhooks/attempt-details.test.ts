import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.testing.js';
import { AttemptDetails } from './attempt-details.js';

const attempt = {
  ...{ startedAt: '2026-11-27T10:00:00.000Z', durationMs: 120, url: 'https://merchant.example/hook', status: 500 },
  ...{ requestHeaders: { 'webhook-id': 'msg_1' }, responseBody: 'out of order' },
  error: 'The endpoint responded with 500.',
};

describe('an attempt', () => {
  it('shows what was sent and what came back, with the bodies folded (docs/dashboard.md Y9.2, Y9.4)', async () => {
    const html = await renderPage(
      createElement(AttemptDetails, { attempt, requestBody: '{"email":"ada@mail.example"}' }),
      { areas: ['webhooks'] },
    );
    const folded = html.match(/<details>.*?<\/details>/gs) ?? [];
    const shown = folded.reduce((rest, each) => rest.replace(each, ''), html);
    expect(folded.map((each) => each.replace(/<[^>]+>/g, ' '))).toEqual([
      expect.stringContaining('webhook-id: msg_1'),
      expect.stringContaining('ada@mail.example'),
      expect.stringContaining('out of order'),
    ]);
    for (const text of ['500', '120', 'https://merchant.example/hook', 'The endpoint responded with 500.'])
      expect(shown).toContain(text);
    for (const text of ['ada@mail.example', 'out of order']) expect(shown).not.toContain(text);
  });
});

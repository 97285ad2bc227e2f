import type { ResultView } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { AnalysisEventPublisher } from './analysis-event-publisher.js';

const VIEW = {
  analysisId: 'a1',
  funnel: 'beauty',
  isPreview: false,
  locale: 'en',
  colorType: { type: 'LIGHT_SPRING', name: 'Light Spring' },
  resultPage: false,
  variants: ['V1', 'V2', 'V3'],
  tabs: [],
  cards: { V1: { link: 'https://shop.example/1' }, V2: { link: 'javascript:alert(1)' } },
} as unknown as ResultView;

/** A publisher, what it sent, and its timers. */
function open() {
  const sent: [type: string, payload: object][] = [];
  const timers: (() => void)[] = [];
  const publisher = new AnalysisEventPublisher({
    embedding: { send: (type, payload) => void sent.push([type, payload]) },
    funnel: 'beauty',
    getResultUrl: (id) => `https://beauty.svc.test/r/${id}`,
    setTimeout: (run) => timers.push(run),
  });
  return { publisher, sent, timers };
}

describe('what the embedding page receives about analyses (docs/contract.md C21.4)', () => {
  it('a finished one once, with contact, color type and products; addresses are http(s) or empty', () => {
    const { publisher, sent, timers } = open();
    publisher.finished('a1', { firstName: 'Ada', email: 'ada@example.com' });
    expect(sent).toEqual([]);
    publisher.shown('a1', VIEW, 'mail');
    for (const run of timers) run();
    expect(sent).toEqual([
      [
        'finished',
        {
          analysis_url: 'https://beauty.svc.test/r/a1',
          analysis_id: 'a1',
          funnel: 'beauty',
          first_name: 'Ada',
          email: 'ada@example.com',
          color_type: 'LIGHT_SPRING',
          products: [
            { variant_id: 'V1', link: 'https://shop.example/1' },
            { variant_id: 'V2', link: '' },
            { variant_id: 'V3', link: '' },
          ],
        },
      ],
    ]);
  });

  it('a finished one without products when its result cannot be had in time', () => {
    const { publisher, sent, timers } = open();
    publisher.finished('a1', {});
    for (const run of timers) run();
    expect(sent).toMatchObject([['finished', { analysis_id: 'a1', products: [] }]]);
  });

  it('the timer of one analysis says nothing of the next', () => {
    const { publisher, sent, timers } = open();
    publisher.finished('a1', {});
    publisher.shown('a1', VIEW, null);
    publisher.finished('a2', {});
    timers[0]?.();
    expect(sent).toHaveLength(1);
  });

  it('one that was not finished just now is opened, with the source of its address and without contact data', () => {
    const { publisher, sent } = open();
    publisher.shown('a1', VIEW, 'mail');
    publisher.shown('a1', VIEW, null);
    expect(sent.map(([type]) => type)).toEqual(['result-opened', 'result-opened']);
    expect(sent[0]?.[1]).toMatchObject({ source: 'mail', analysis_id: 'a1' });
    expect(sent[1]?.[1]).not.toHaveProperty('source');
    expect(sent[0]?.[1]).not.toHaveProperty('email');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { readAnalyses } from '../storage/analyses.js';
import { readRecommendedVariants } from '../storage/recommended-variants.js';
import { type AnalysisRecorderDeps, createAnalysisRecorder } from './record-analyses.js';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const ORIGIN = { source: 'widget', hadResult: false };
const products = [{ variant_id: 'V1', link: 'https://shop.example/p/1' }];
const CONTACT = { first_name: 'Ada', last_name: 'L', email: 'ada@example.com' };

const detail = (id: string, more: object = {}) => ({
  analysis_url: `https://beauty.example/r/${id}`,
  analysis_id: id,
  funnel: 'beauty',
  color_type: 'LIGHT_SPRING',
  products,
  ...more,
});

/** A shop page: what its listeners receive, in order, with the ids that the records contain at that moment. */
function open(given: Partial<AnalysisRecorderDeps> = {}) {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const document = new EventTarget();
  const received: { type: string; detail: unknown; stored: string[] }[] = [];
  for (const type of ['svc-analysis-finished', 'svc-result-page-opened', 'svc-data-updated']) {
    document.addEventListener(type, (event) => {
      const stored = [...readAnalyses(storage), ...readRecommendedVariants(storage)].map((entry) => entry.analysis_id);
      received.push({ type, detail: (event as CustomEvent).detail, stored });
    });
  }
  const failures: null[] = [];
  const deps: AnalysisRecorderDeps = {
    document,
    storage,
    now: () => NOW,
    storesContactData: () => true,
    onStorageFailure: () => failures.push(null),
    ...given,
  };
  const types = () => received.map(({ type }) => type);
  return {
    recorder: createAnalysisRecorder(deps),
    newPage: () => createAnalysisRecorder(deps),
    storage,
    received,
    types,
    failures,
  };
}

describe('effects of an analysis on the shop page', () => {
  let page: ReturnType<typeof open>;
  beforeEach(() => {
    page = open();
  });

  it('writes both records, then dispatches svc-analysis-finished, then svc-data-updated (docs/components.md B11.2, B11.5, S43, S44, S49, S52; docs/contract.md C20.1, C20.2, C20.3)', () => {
    page.recorder.finished(detail('a1', CONTACT), ORIGIN);
    expect(page.received).toEqual([
      { type: 'svc-analysis-finished', detail: detail('a1', CONTACT), stored: ['a1', 'a1'] },
      { type: 'svc-data-updated', detail: null, stored: ['a1', 'a1'] },
    ]);
    expect(readAnalyses(page.storage)).toEqual([
      {
        timestamp: '2026-11-21T10:00:00.000Z',
        funnel: 'beauty',
        analysis_id: 'a1',
        analysis_url: 'https://beauty.example/r/a1',
        ...CONTACT,
        color_type: 'LIGHT_SPRING',
      },
    ]);
    expect(readRecommendedVariants(page.storage)).toEqual([
      { timestamp: NOW, variant_id: 'V1', source: 'widget', analysis_id: 'a1', funnel: 'beauty' },
    ]);
  });

  it('missing texts are empty in the records (docs/components.md B12.2)', () => {
    page.recorder.finished({ ...detail('a1'), color_type: undefined as never }, { source: null, hadResult: false });
    expect(readAnalyses(page.storage)[0]).toMatchObject({ first_name: '', last_name: '', email: '', color_type: '' });
    expect(readRecommendedVariants(page.storage)[0]?.source).toBe('');
  });

  it('svc-analysis-finished is dispatched once per analysis (docs/components.md B11.8)', () => {
    page.recorder.finished(detail('a1'), ORIGIN);
    page.recorder.finished(detail('a1'), ORIGIN);
    page.recorder.finished(detail('a2'), ORIGIN);
    expect(page.types().filter((type) => type === 'svc-analysis-finished')).toHaveLength(2);
  });

  it('a result of a later visit is opened once per page load; every message writes the records (docs/components.md B11.3, S50)', () => {
    page.recorder.finished(detail('a1'), ORIGIN);
    const later = page.newPage();
    page.received.length = 0;
    later.opened(detail('a1'), ORIGIN);
    later.opened(detail('a1'), ORIGIN);
    expect(page.types()).toEqual(['svc-result-page-opened', 'svc-data-updated', 'svc-data-updated']);
  });

  it('an analysis that was finished in this page load is not opened on a later visit (docs/components.md B11.3)', () => {
    page.recorder.finished(detail('a1', { products: [] }), ORIGIN);
    page.received.length = 0;
    page.recorder.opened(detail('a1'), ORIGIN);
    expect(page.types()).toEqual(['svc-data-updated']);
    // The result arrived after the questionnaire had stopped waiting for it.
    expect(readRecommendedVariants(page.storage).map(({ variant_id }) => variant_id)).toEqual(['V1']);
  });

  it("an opened result has the contact data that the browser's record of this analysis has (docs/components.md B11.3)", () => {
    page.recorder.finished(detail('a1', { first_name: 'Ada', email: 'ada@example.com' }), ORIGIN);
    const later = page.newPage();
    page.received.length = 0;
    later.opened(detail('a1', { source: 'mail' }), ORIGIN);
    expect(page.received[0]?.detail).toEqual(
      detail('a1', { first_name: 'Ada', email: 'ada@example.com', source: 'mail' }),
    );
    expect(readAnalyses(page.storage)[0]).toMatchObject({ first_name: 'Ada', email: 'ada@example.com' });
    expect(readRecommendedVariants(page.storage)[0]?.source).toBe('mail');
  });

  it('an opened result has no contact data of another analysis', () => {
    page.recorder.finished(detail('a1', CONTACT), ORIGIN);
    page.received.length = 0;
    page.recorder.opened(detail('a2'), ORIGIN);
    expect(page.received[0]?.detail).toEqual(detail('a2'));
  });

  it("a result of the frame's own storage does not replace a newer one that the shop page knows (docs/components.md B12.3)", () => {
    page.recorder.finished(detail('new'), ORIGIN);
    page.recorder.opened(detail('old'), { source: null, hadResult: true });
    expect(readAnalyses(page.storage).map(({ analysis_id }) => analysis_id)).toEqual(['new']);
    page.recorder.opened(detail('old'), { source: null, hadResult: false });
    expect(readAnalyses(page.storage).map(({ analysis_id }) => analysis_id)).toEqual(['old']);
    page.recorder.finished(detail('newest'), { source: null, hadResult: true });
    expect(readAnalyses(page.storage).map(({ analysis_id }) => analysis_id)).toEqual(['newest']);
  });

  it('without contact data in the records, events still have them (docs/components.md B12.4)', () => {
    const careful = open({ storesContactData: () => false });
    careful.recorder.finished(detail('a1', CONTACT), ORIGIN);
    expect(careful.received[0]?.detail).toMatchObject(CONTACT);
    expect(readAnalyses(careful.storage)[0]).toMatchObject({ first_name: '', last_name: '', email: '' });
  });

  it('a storage that refuses the records stops no event (docs/components.md B12.5)', () => {
    const refuse = (): never => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const blocked = open({ storage: { getItem: refuse, setItem: refuse } });
    blocked.recorder.finished(detail('a1'), ORIGIN);
    expect(blocked.types()).toEqual(['svc-analysis-finished', 'svc-data-updated']);
    expect(blocked.failures).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { ANALYSES_KEY, type AnalysisRecord, readAnalyses, writeAnalysis } from './analyses.js';
import { RECOMMENDED_VARIANTS_KEY, readRecommendedVariants, writeRecommendedVariants } from './recommended-variants.js';
import { browserStorage } from './record-list.js';

/** A storage that refuses values over `maxLength`, as a full one does. */
function memoryStorage(content: Record<string, string> = {}, maxLength = Number.POSITIVE_INFINITY) {
  const items = new Map(Object.entries(content));
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > maxLength) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
  };
}

const blocked = {
  getItem: (): never => {
    throw new DOMException('blocked', 'SecurityError');
  },
  setItem: (): never => {
    throw new DOMException('blocked', 'SecurityError');
  },
};

const analysis = (funnel: string, id = 'a1'): AnalysisRecord => ({
  timestamp: '2026-11-21T10:00:00.000Z',
  funnel,
  analysis_id: id,
  analysis_url: `https://${funnel}.example/result/${id}`,
  first_name: 'Ada',
  last_name: '',
  email: '',
  color_type: 'TRUE_SPRING',
});

const variant = (id: string, analysisId = 'a1') => ({
  timestamp: 1763719200000,
  variant_id: id,
  source: 'quiz',
  analysis_id: analysisId,
});

const FOREIGN = ['not json', 'null', '{}', '"text"', '7', '[null, 1, "x", [], {}]', '{"__proto__": []}'];

describe('svcAnalysesData (docs/contract.md C20)', () => {
  it('is the key of the specification', () => {
    expect([ANALYSES_KEY, RECOMMENDED_VARIANTS_KEY]).toEqual(['svcAnalysesData', 'svcRecommendedProductVariants']);
  });

  it('gives back what was written', () => {
    const storage = memoryStorage();
    expect(writeAnalysis(storage, analysis('beauty'))).toBe(true);
    expect(readAnalyses(storage)).toEqual([analysis('beauty')]);
  });

  it("repeating an analysis in the same funnel overwrites that funnel's entry, and no other", () => {
    const storage = memoryStorage();
    for (const record of [analysis('beauty', 'a1'), analysis('fashion', 'a2'), analysis('beauty', 'a3')]) {
      writeAnalysis(storage, record);
    }
    expect(
      readAnalyses(storage)
        .map((record) => record.analysis_id)
        .sort(),
    ).toEqual(['a2', 'a3']);
    expect(JSON.parse(storage.getItem(ANALYSES_KEY) ?? '')).toHaveLength(2);
  });

  it.each(FOREIGN)('reads foreign content %s as nothing, and writes over it', (content) => {
    const storage = memoryStorage({ [ANALYSES_KEY]: content });
    expect(readAnalyses(storage)).toEqual([]);
    writeAnalysis(storage, analysis('beauty'));
    expect(readAnalyses(storage)).toEqual([analysis('beauty')]);
  });

  it('leaves out entries that cannot be used: no id, no time, an address that is a script', () => {
    const entries = [
      { ...analysis('a'), analysis_id: 5 },
      { ...analysis('b'), timestamp: 'soon' },
      { ...analysis('c'), analysis_url: 'javascript:alert(1)' },
      { ...analysis('d'), first_name: { toString: 'x' }, email: null, timestamp: 1795255200000 },
    ];
    const storage = memoryStorage({ [ANALYSES_KEY]: JSON.stringify(entries) });
    expect(readAnalyses(storage)).toEqual([{ ...analysis('d'), first_name: '' }]);
  });

  it('takes the newest where foreign content has several entries of a funnel', () => {
    const older = { ...analysis('beauty', 'old'), timestamp: '2026-01-01T00:00:00.000Z' };
    const storage = memoryStorage({ [ANALYSES_KEY]: JSON.stringify([analysis('beauty', 'new'), older]) });
    expect(readAnalyses(storage).map((record) => record.analysis_id)).toEqual(['new']);
  });

  it("keeps fields of other funnels' entries that this release does not know", () => {
    const storage = memoryStorage({ [ANALYSES_KEY]: JSON.stringify([{ ...analysis('fashion'), later: 1 }]) });
    writeAnalysis(storage, analysis('beauty'));
    expect(storage.getItem(ANALYSES_KEY)).toContain('"later":1');
  });
});

describe('svcRecommendedProductVariants (docs/contract.md C20)', () => {
  it('gives back what was written, in order, with the funnel', () => {
    const storage = memoryStorage();
    expect(writeRecommendedVariants(storage, 'beauty', [variant('V2'), variant('V1')])).toBe(true);
    expect(readRecommendedVariants(storage)).toEqual([
      { ...variant('V2'), funnel: 'beauty' },
      { ...variant('V1'), funnel: 'beauty' },
    ]);
  });

  it('a new analysis of a funnel replaces what the earlier one recommended, and no other', () => {
    const storage = memoryStorage();
    writeRecommendedVariants(storage, 'beauty', [variant('V1'), variant('V2')]);
    writeRecommendedVariants(storage, 'fashion', [variant('F1')]);
    writeRecommendedVariants(storage, 'beauty', [variant('V3', 'a2')]);
    expect(
      readRecommendedVariants(storage)
        .map((record) => record.variant_id)
        .sort(),
    ).toEqual(['F1', 'V3']);
  });

  it.each(FOREIGN)('reads foreign content %s as nothing', (content) => {
    expect(readRecommendedVariants(memoryStorage({ [RECOMMENDED_VARIANTS_KEY]: content }))).toEqual([]);
  });
});

describe('a storage that does not work', () => {
  it('blocked: reads are empty, writes say no, nothing throws', () => {
    expect([readAnalyses(blocked), readRecommendedVariants(blocked)]).toEqual([[], []]);
    expect([writeAnalysis(blocked, analysis('beauty')), writeRecommendedVariants(blocked, 'beauty', [])]).toEqual([
      false,
      false,
    ]);
  });

  it('full: other funnels make room for the newest analysis', () => {
    const size = JSON.stringify([analysis('beauty')]).length;
    const storage = memoryStorage({ [ANALYSES_KEY]: JSON.stringify([analysis('old')]) }, size);
    expect(writeAnalysis(storage, analysis('beauty'))).toBe(true);
    expect(readAnalyses(storage).map((record) => record.funnel)).toEqual(['beauty']);
  });

  it('full beyond that: the write says no and the old content stays', () => {
    const storage = memoryStorage({ [ANALYSES_KEY]: JSON.stringify([analysis('old')]) }, 10);
    expect(writeAnalysis(storage, analysis('beauty'))).toBe(false);
    expect(readAnalyses(storage).map((record) => record.funnel)).toEqual(['old']);
  });

  it('forbidden: there is no storage at all', () => {
    const page = {
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    expect(browserStorage(page)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { ANALYSES_KEY, type AnalysisRecord, readAnalyses, writeAnalysis } from './analyses.js';
import { readChat, writeChat } from './chat-record.js';
import { findKnownAnalysis } from './find-known-analysis.js';
import { forgetAnalysis } from './forget-analysis.js';
import { RECOMMENDED_VARIANTS_KEY, readRecommendedVariants, writeRecommendedVariants } from './recommended-variants.js';
import { browserStorage, pageStorage } from './record-list.js';

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

const NOW = 1763719200000;

const variant = (id: string, analysisId = 'a1') => ({
  timestamp: NOW,
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

  it("repeating an analysis in the same funnel overwrites that funnel's entry, and no other (docs/contract.md C20.2)", () => {
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

  it.each(FOREIGN)('reads foreign content %s as nothing, and writes over it (docs/contract.md C20.3)', (content) => {
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
  const listVariants = (storage: ReturnType<typeof memoryStorage>) =>
    readRecommendedVariants(storage).map((record) => [record.variant_id, record.analysis_id]);

  it('gives back what was written, in order, with the funnel', () => {
    const storage = memoryStorage();
    expect(writeRecommendedVariants(storage, 'beauty', [variant('V2'), variant('V1')], NOW)).toBe(true);
    expect(readRecommendedVariants(storage)).toEqual([
      { ...variant('V2'), funnel: 'beauty' },
      { ...variant('V1'), funnel: 'beauty' },
    ]);
  });

  it('a new analysis adds to what earlier ones recommended; of the same variant the newest entry stays (docs/components.md B12.1)', () => {
    const storage = memoryStorage();
    writeRecommendedVariants(storage, 'beauty', [variant('V1'), variant('V2')], NOW);
    writeRecommendedVariants(storage, 'fashion', [variant('V2', 'f1')], NOW);
    const repeated = { ...variant('V2', 'a2'), timestamp: NOW + 1 };
    writeRecommendedVariants(storage, 'beauty', [repeated, { ...variant('V3', 'a2'), timestamp: NOW + 1 }], NOW + 1);
    expect(listVariants(storage)).toEqual([
      ['V1', 'a1'],
      ['V2', 'f1'],
      ['V2', 'a2'],
      ['V3', 'a2'],
    ]);
  });

  it('an entry that another tab wrote later stays', () => {
    const storage = memoryStorage();
    writeRecommendedVariants(storage, 'beauty', [{ ...variant('V1', 'later'), timestamp: NOW + 5 }], NOW + 5);
    writeRecommendedVariants(storage, 'beauty', [variant('V1', 'earlier')], NOW);
    expect(listVariants(storage)).toEqual([['V1', 'later']]);
  });

  it('entries older than 30 days leave, and so does what cannot be used (docs/components.md B12.1)', () => {
    const days = (count: number) => NOW - count * 24 * 60 * 60 * 1_000;
    const old = [
      { ...variant('exactly'), funnel: 'beauty', timestamp: days(30) },
      { ...variant('over'), funnel: 'fashion', timestamp: days(30) - 1 },
      { ...variant('no-time'), funnel: 'fashion', timestamp: 'soon' },
    ];
    const storage = memoryStorage({ [RECOMMENDED_VARIANTS_KEY]: JSON.stringify(old) });
    writeRecommendedVariants(storage, 'beauty', [variant('new')], NOW);
    const written = JSON.parse(storage.getItem(RECOMMENDED_VARIANTS_KEY) ?? '') as { variant_id: string }[];
    expect(written.map(({ variant_id }) => variant_id)).toEqual(['exactly', 'new']);
  });

  it('at most 2,000 entries are kept, the newest (docs/components.md B12.1)', () => {
    const storage = memoryStorage();
    const many = (prefix: string, timestamp: number) =>
      Array.from({ length: 1_500 }, (_, index) => ({ ...variant(`${prefix}${index}`), timestamp }));
    writeRecommendedVariants(storage, 'beauty', many('old', NOW - 1), NOW - 1);
    writeRecommendedVariants(storage, 'fashion', many('new', NOW), NOW);
    const ids = readRecommendedVariants(storage).map(({ variant_id }) => variant_id);
    expect(ids).toHaveLength(2_000);
    expect(ids.filter((id) => id.startsWith('new'))).toHaveLength(1_500);
  });

  it('keeps fields of entries that this release does not know', () => {
    const entry = { ...variant('V1'), funnel: 'beauty', later: 1 };
    const storage = memoryStorage({ [RECOMMENDED_VARIANTS_KEY]: JSON.stringify([entry]) });
    writeRecommendedVariants(storage, 'beauty', [variant('V2')], NOW);
    expect(storage.getItem(RECOMMENDED_VARIANTS_KEY)).toContain('"later":1');
  });

  it.each(FOREIGN)('reads foreign content %s as nothing', (content) => {
    expect(readRecommendedVariants(memoryStorage({ [RECOMMENDED_VARIANTS_KEY]: content }))).toEqual([]);
  });
});

describe('a storage that does not work', () => {
  it('blocked: reads are empty, writes say no, nothing throws (docs/contract.md C20.3)', () => {
    expect([readAnalyses(blocked), readRecommendedVariants(blocked)]).toEqual([[], []]);
    expect(writeAnalysis(blocked, analysis('beauty'))).toBe(false);
    expect(writeRecommendedVariants(blocked, 'beauty', [variant('V1')], NOW)).toBe(false);
    expect(forgetAnalysis(blocked, 'a1')).toBe(false);
  });

  it('full: other funnels make room for the newest analysis', () => {
    const size = JSON.stringify([analysis('beauty')]).length;
    const storage = memoryStorage({ [ANALYSES_KEY]: JSON.stringify([analysis('old')]) }, size);
    expect(writeAnalysis(storage, analysis('beauty'))).toBe(true);
    expect(readAnalyses(storage).map((record) => record.funnel)).toEqual(['beauty']);
  });

  it('full beyond that: the write says no and the old content stays (docs/contract.md C20.3)', () => {
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

  it('what it refuses can be read until the page is unloaded (docs/components.md B12.5)', () => {
    const full = {
      localStorage: memoryStorage({ [ANALYSES_KEY]: JSON.stringify([analysis('old')]) }, 10) as unknown as Storage,
    };
    const forbidden = {
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    for (const [page, kept] of [
      [full, ['old', 'beauty']],
      [forbidden, ['beauty']],
    ] as const) {
      const storage = pageStorage(page);
      expect(writeAnalysis(storage, analysis('beauty'))).toBe(false);
      expect(readAnalyses(storage).map(({ funnel }) => funnel)).toEqual(kept);
      forgetAnalysis(storage, 'a1');
      expect(readAnalyses(storage)).toEqual([]);
    }
  });

  it('what is written again after a failure is read from the storage', () => {
    const local = memoryStorage();
    const refuse = { isFull: true };
    const storage = pageStorage({
      localStorage: {
        ...local,
        setItem(key: string, value: string) {
          if (refuse.isFull) throw new DOMException('full', 'QuotaExceededError');
          local.setItem(key, value);
        },
      } as unknown as Storage,
    });
    writeAnalysis(storage, analysis('beauty'));
    refuse.isFull = false;
    writeAnalysis(storage, analysis('fashion'));
    expect(readAnalyses(local).map(({ funnel }) => funnel)).toEqual(['beauty', 'fashion']);
    local.setItem(ANALYSES_KEY, '[]');
    expect(readAnalyses(storage)).toEqual([]);
  });
});

describe('an analysis that was erased', () => {
  it('leaves both records, and other analyses stay (docs/components.md B10.5)', () => {
    const storage = memoryStorage();
    writeAnalysis(storage, analysis('beauty', 'a1'));
    writeAnalysis(storage, analysis('fashion', 'a2'));
    writeRecommendedVariants(storage, 'beauty', [variant('V1', 'a1'), variant('V2', 'a0')], NOW);
    expect(forgetAnalysis(storage, 'a1')).toBe(true);
    expect(readAnalyses(storage).map(({ funnel }) => funnel)).toEqual(['fashion']);
    expect(readRecommendedVariants(storage).map(({ variant_id }) => variant_id)).toEqual(['V2']);
    expect(forgetAnalysis(storage, 'a1')).toBe(false);
  });

  it('ends the conversation about it, and no other one (docs/components.md B12.10)', () => {
    const storage = memoryStorage();
    const chat = { threadId: '5gNp3kQ7wXyZ0aBcDeFgHi', timestamp: NOW, analysisId: 'a1', answers: 2 };
    writeChat(storage, chat);
    forgetAnalysis(storage, 'a2', NOW);
    expect(readChat(storage, NOW)).toEqual(chat);
    forgetAnalysis(storage, 'a1', NOW);
    expect(readChat(storage, NOW)).toEqual({ threadId: null, timestamp: NOW });
  });
});

describe('the analysis that is shown again', () => {
  const funnel = { subdomain: 'beauty', address: 'https://beauty.example' };

  it("is the funnel's, if its result is on the funnel's own host (docs/components.md B12.6)", () => {
    const storage = memoryStorage();
    expect(findKnownAnalysis(storage, funnel)).toBeNull();
    writeAnalysis(storage, analysis('fashion'));
    expect(findKnownAnalysis(storage, funnel)).toBeNull();
    writeAnalysis(storage, analysis('beauty'));
    expect(findKnownAnalysis(storage, funnel)).toEqual(analysis('beauty'));
    expect(findKnownAnalysis(storage, { ...funnel, address: 'https://quiz.shop.example' })).toBeNull();
    writeAnalysis(storage, { ...analysis('beauty'), analysis_url: 'https://beauty.example.evil.example/r/a1' });
    expect(findKnownAnalysis(storage, funnel)).toBeNull();
  });
});

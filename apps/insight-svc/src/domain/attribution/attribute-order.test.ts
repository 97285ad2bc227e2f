import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributeOrder, type KnownAnalysis, type LineAttribution } from './attribute-order.js';
import { DAY, line, ORDER_TIME, order } from './attribution.testing.js';
import type { Order } from './order.js';

const analysis = (daysBefore: number, proven: string[] = [], isGenuine = true): KnownAnalysis => ({
  createdAt: ORDER_TIME - daysBefore * DAY,
  isGenuine,
  provenVariants: new Set(proven),
  places: null,
});
const recommended = (analysisId: string, variantId: string, timestamp = ORDER_TIME - DAY) => ({
  analysisId,
  variantId,
  timestamp,
});
const attribute = (given: Order, analyses: Record<string, KnownAnalysis> = {}, days = 7) =>
  attributeOrder(given, new Map(Object.entries(analyses)), days);

describe('attribution of an order', () => {
  it('is direct for the bought variant, and assisted for another one of the order (docs/insight.md N6.2, N6.3)', () => {
    const bought = order([line('1', 'V1'), line('2', 'V2')], { recommendations: [recommended('a', 'V1')] });
    expect(attribute(bought, { a: analysis(1, ['V1']) })).toEqual([
      { lineId: '1', analysisId: 'a', rule: 'DIRECT', proof: 'CONFIRMED', place: null },
      { lineId: '2', analysisId: 'a', rule: 'ASSISTED', proof: 'CLAIMED', place: null },
    ]);
  });

  it('has the place of each variant in the match of the credited analysis: none, or not known (docs/insight.md N6.7)', () => {
    const bought = order([line('1', 'V1', { analysisId: 'a' }), line('2', 'V2')]);
    const place = { tabs: ['FACE'], rules: ['spring'] };
    const known = { ...analysis(1, ['V1', 'V2']), places: new Map([['V1', place]]) };
    expect(attribute(bought, { a: known }).map((one) => one.place)).toEqual([place, { tabs: [], rules: [] }]);
    expect(attribute(bought, { a: analysis(1) }).map((one) => one.place)).toEqual([null, null]);
  });

  it('takes the newest analysis that recommended the variant, whatever is newer for other variants (docs/insight.md N6.2, N6.3)', () => {
    const recommendations = [recommended('old', 'V1'), recommended('newer', 'V1'), recommended('newest', 'V2')];
    const analyses = { old: analysis(5), newer: analysis(3), newest: analysis(1) };
    const [direct, assisted] = attribute(order([line('1', 'V1'), line('2', 'V3')], { recommendations }), analyses);
    expect(direct).toMatchObject({ analysisId: 'newer', rule: 'DIRECT' });
    expect(assisted).toMatchObject({ analysisId: 'newest', rule: 'ASSISTED' });
  });

  it('takes the smaller analysis id of two of the same time (docs/insight.md N6.2)', () => {
    const recommendations = [recommended('b', 'V1'), recommended('a', 'V1')];
    expect(attribute(order([line('1', 'V1')], { recommendations }))[0]?.analysisId).toBe('a');
  });

  it.each([
    ['7 days less 1 s', 7 * DAY - 1_000, 1],
    ['exactly 7 days', 7 * DAY, 1],
    ['7 days and 1 s', 7 * DAY + 1_000, 0],
    ['5 minutes after the order, by another clock', -300_000, 1],
    ['5 minutes and 1 s after the order', -301_000, 0],
  ])(
    'counts by the creation of the analysis, not by the time of the record: %s (docs/insight.md N6.4)',
    (_, before, lines) => {
      const created = { ...analysis(0), createdAt: ORDER_TIME - before };
      const bought = order([line('1', 'V1')], { recommendations: [recommended('a', 'V1')] });
      expect(attribute(bought, { a: created })).toHaveLength(lines);
    },
  );

  it.each([
    ['7 days less 1 s', 7 * DAY - 1_000, 1],
    ['7 days and 1 s', 7 * DAY + 1_000, 0],
  ])(
    'of an analysis that cannot be read goes by the record, and is claimed: %s (docs/insight.md N6.4)',
    (_, before, lines) => {
      const bought = order([line('1', 'V1')], { recommendations: [recommended('a', 'V1', ORDER_TIME - before)] });
      const attributed = attribute(bought);
      expect(attributed.map(({ proof }) => proof)).toEqual(Array(lines).fill('CLAIMED'));
    },
  );

  it('follows the window of the company (docs/insight.md N6.4)', () => {
    const bought = order([line('1', 'V1')], { recommendations: [recommended('a', 'V1')] });
    expect(attribute(bought, { a: analysis(20) }, 19)).toEqual([]);
    expect(attribute(bought, { a: analysis(20) }, 20)).toHaveLength(1);
  });

  it('uses the analysis at the line; one that cannot be read has no time and attributes nothing (docs/insight.md N6.4)', () => {
    const bought = order([line('1', 'V1', { analysisId: 'a' }), line('2', 'V2')]);
    expect(attribute(bought)).toEqual([]);
    expect(attribute(bought, { a: analysis(2, ['V1', 'V2']) })).toEqual([
      { lineId: '1', analysisId: 'a', rule: 'DIRECT', proof: 'CONFIRMED', place: null },
      { lineId: '2', analysisId: 'a', rule: 'ASSISTED', proof: 'CONFIRMED', place: null },
    ]);
  });

  it('of a preview or of the analysis of another company is claimed', () => {
    const bought = order([line('1', 'V1', { analysisId: 'a' })]);
    expect(attribute(bought, { a: analysis(2, ['V1'], false) })[0]?.proof).toBe('CLAIMED');
  });

  it('leaves an order without recommendations unattributed', () => {
    expect(attribute(order([line('1', 'V1')]))).toEqual([]);
  });
});

/** Every pair of a line and a record is tried; the best ones by sorting. */
function obviousAttribution(given: Order, analyses: ReadonlyMap<string, KnownAnalysis>, days: number) {
  const result: LineAttribution[] = [];
  for (const bought of given.lines) {
    const found: { rule: LineAttribution['rule']; time: number; analysisId: string }[] = [];
    const records: { variantId: string; analysisId: string; timestamp?: number }[] = [...given.recommendations];
    for (const { variantId, analysisId } of given.lines) if (analysisId) records.push({ variantId, analysisId });
    for (const { variantId, analysisId, timestamp } of records) {
      const time = analyses.has(analysisId) ? analyses.get(analysisId)!.createdAt : timestamp;
      if (time === undefined || time - given.createdAt > 5 * 60 * 1_000) continue;
      if (given.createdAt - time > days * 24 * 60 * 60 * 1_000) continue;
      found.push({ rule: variantId === bought.variantId ? 'DIRECT' : 'ASSISTED', time, analysisId });
    }
    const best = (['DIRECT', 'ASSISTED'] as const)
      .map((rule) =>
        found
          .filter((one) => rule === 'ASSISTED' || one.rule === 'DIRECT')
          .sort((a, b) => b.time - a.time || (a.analysisId < b.analysisId ? -1 : a.analysisId > b.analysisId ? 1 : 0))
          .map((one) => ({ ...one, rule }))
          .at(0),
      )
      .find((one) => one);
    if (!best) continue;
    const known = analyses.get(best.analysisId);
    const isConfirmed = known ? known.isGenuine && known.provenVariants.has(bought.variantId) : false;
    const { analysisId, rule } = best;
    const proof = isConfirmed ? 'CONFIRMED' : 'CLAIMED';
    const place = known?.places ? (known.places.get(bought.variantId) ?? { tabs: [], rules: [] }) : null;
    result.push({ lineId: bought.lineId, analysisId, rule, proof, place });
  }
  return result;
}

const variantId = fc.constantFrom('V1', 'V2', 'V3', 'V4');
const analysisId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
/** Times collide, and lie around the borders of the window. */
const time = fc
  .tuple(fc.constantFrom(-5 / (24 * 60), 0, 1, 6, 7, 8), fc.integer({ min: -2, max: 2 }))
  .map(([days, seconds]) => ORDER_TIME - days * DAY + seconds * 1_000);
const anyOrder = fc
  .record({
    lines: fc.array(fc.tuple(variantId, fc.option(analysisId, { nil: undefined })), { minLength: 1, maxLength: 5 }),
    recommendations: fc.array(fc.record({ variantId, analysisId, timestamp: time }), { maxLength: 8 }),
  })
  .map(({ lines, recommendations }) =>
    order(
      lines.map(([variant, id], index) => line(`${index}`, variant, id === undefined ? {} : { analysisId: id })),
      { recommendations },
    ),
  );
const anyAnalyses = fc.uniqueArray(
  fc.tuple(
    analysisId,
    fc.record({
      createdAt: time,
      isGenuine: fc.boolean(),
      provenVariants: fc.array(variantId).map((ids) => new Set(ids) as ReadonlySet<string>),
      places: fc.option(
        fc
          .array(fc.tuple(variantId, fc.constantFrom('FACE', 'NEW')))
          .map(
            (entries): KnownAnalysis['places'] =>
              new Map(entries.map(([id, tab]) => [id, { tabs: [tab], rules: ['pin'] }])),
          ),
      ),
    }),
  ),
  { selector: ([id]) => id },
);

describe('attribution of any order', () => {
  it('is that of the slow and obvious implementation', () => {
    fc.assert(
      fc.property(anyOrder, anyAnalyses, fc.integer({ min: 1, max: 8 }), (given, analyses, days) => {
        const known = new Map(analyses);
        expect(attributeOrder(given, known, days)).toEqual(obviousAttribution(given, known, days));
      }),
      { numRuns: 2_000 },
    );
  });

  it('credits each line at most once, however many analyses recommended its variant (docs/insight.md N6.1)', () => {
    fc.assert(
      fc.property(anyOrder, anyAnalyses, (given, analyses) => {
        const lines = attributeOrder(given, new Map(analyses), 7).map(({ lineId }) => lineId);
        expect(new Set(lines).size).toBe(lines.length);
      }),
    );
    const recommendations = ['a', 'b', 'c'].map((id) => recommended(id, 'V1'));
    const analyses = { a: analysis(3), b: analysis(2), c: analysis(1) };
    expect(attribute(order([line('1', 'V1')], { recommendations }), analyses)).toHaveLength(1);
  });

  it('does not depend on the order of the records, nor on repeated ones', () => {
    fc.assert(
      fc.property(
        anyOrder.chain((given) =>
          fc.tuple(
            fc.constant(given),
            fc.shuffledSubarray([...given.recommendations, ...given.recommendations], {
              minLength: given.recommendations.length * 2,
            }),
          ),
        ),
        anyAnalyses,
        ([given, recommendations], analyses) => {
          const known = new Map(analyses);
          expect(attributeOrder({ ...given, recommendations }, known, 7)).toEqual(attributeOrder(given, known, 7));
        },
      ),
    );
  });
});

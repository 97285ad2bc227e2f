import { buildSelection, multiSelection, singleSelection } from '@svc/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildModel } from './build-model.js';
import type { DayStats } from './day-stats.js';
import type { LearnedModel } from './learned-model.js';
import { decodeModel, encodeModel } from './model-codec.js';
import { createDay, lambdaIn, popIn, requireModel } from './testing/models.js';

const steps = [singleSelection(1, ['dry', 'oily'])];
const DAY = '2026-11-21';

describe('the model of Funnel AI, by hand (docs/matching.md M7)', () => {
  // Two variants, 300 impressions, all at position 0: b = 1 each. 60 events in all, so r0 = 60 / 300 = 0.2.
  const stats = createDay({
    sessions: 100,
    impressions: 300,
    options: { 's:1:dry': 40, 's:1:oily': 29 },
    variants: { a: { b: 100, k: 50 }, b: { b: 200, k: 10 } },
    pairs: { 's:1:dry': { a: { b: 40, k: 30 }, b: { b: 80, k: 2 } }, 's:1:oily': { a: { b: 29, k: 8 } } },
  });
  const model = requireModel(buildModel([{ day: DAY, stats }], steps));

  it('pop = (k + 20) / (e + 20), e = b·r0 (M7.1, M7.3)', () => {
    expect(popIn(model, 'a')).toBeCloseTo(70 / 40, 12); // e = 100 × 0.2
    expect(popIn(model, 'b')).toBeCloseTo(30 / 60, 12); // e = 200 × 0.2
  });

  it('λ = ln((k + 20) / (e + 20)), e = b·r0·pop, to a millionth (M7.1, M7.3)', () => {
    expect(lambdaIn(model, 's:1:dry', 'a')).toBeCloseTo(Math.log(50 / 34), 6); // e = 40 × 0.2 × 1.75 = 14
    expect(lambdaIn(model, 's:1:dry', 'b')).toBeCloseTo(Math.log(22 / 28), 6); // e = 80 × 0.2 × 0.5 = 8
  });

  it('an option with fewer than 30 analyses is listed and has no λ (M7.3)', () => {
    expect(model.options).toEqual([
      { token: 's:1:dry', sessions: 40 },
      { token: 's:1:oily', sessions: 29 },
    ]);
    expect(lambdaIn(model, 's:1:oily', 'a')).toBe(0);
    expect(model.lambda.length).toBe(2);
  });

  it('λ is held between −0.7 and 1.1', () => {
    const extreme = createDay({
      sessions: 400,
      impressions: 1_000,
      options: { 's:1:dry': 400 },
      variants: { a: { b: 500, k: 300 }, b: { b: 500, k: 200 } },
      pairs: { 's:1:dry': { a: { b: 0, k: 200 }, b: { b: 400, k: 0 } } },
    });
    const held = requireModel(buildModel([{ day: DAY, stats: extreme }], steps));
    expect([lambdaIn(held, 's:1:dry', 'a'), lambdaIn(held, 's:1:dry', 'b')]).toEqual([1.1, -0.7]);
  });

  it('data 90 days older than the newest day has half the weight; options and impressions are counted without decay (M7.1)', () => {
    const older = requireModel(
      buildModel(
        [
          { day: '2026-08-23', stats: { ...stats, sessions: 7 } },
          { day: DAY, stats: createDay({ sessions: 1, impressions: 1 }) },
        ],
        steps,
      ),
    );
    // The rate is the same, all counts are half: k = 25, e = 10.
    expect(popIn(older, 'a')).toBeCloseTo(45 / 30, 12);
    expect(older).toMatchObject({ sessions: 8, impressions: 301, days: 2, until: DAY });
    expect(older.options[0]).toEqual({ token: 's:1:dry', sessions: 40 });
  });

  it('below 200 impressions, and without any event, there is no model (M7.3)', () => {
    const few = buildModel([{ day: DAY, stats: { ...stats, impressions: 199 } }], steps);
    const totals = { days: 1, sessions: 100, impressions: 199 };
    expect(few).toEqual({ model: null, reason: 'TOO_FEW_IMPRESSIONS', totals });
    const silent = createDay({ sessions: 300, impressions: 300, variants: { a: { b: 300, k: 0 } } });
    expect(buildModel([{ day: DAY, stats: silent }], steps)).toMatchObject({ model: null, reason: 'NO_EVENTS' });
    expect(buildModel([], steps)).toMatchObject({ model: null, reason: 'TOO_FEW_IMPRESSIONS' });
    const broken = createDay({ impressions: 300, variants: { a: { b: 300, k: Number.NaN } } });
    expect(buildModel([{ day: DAY, stats: broken }], steps)).toMatchObject({ model: null, reason: 'NOT_FINITE' });
  });

  it('events without any impression of a variant still count for its popularity', () => {
    const direct = createDay({ impressions: 200, variants: { a: { b: 100, k: 20 }, b: { b: 0, k: 20 } } });
    const built = requireModel(buildModel([{ day: DAY, stats: direct }], steps));
    expect(popIn(built, 'b')).toBe(2); // (20 + 20) / (0 + 20)
    expect(popIn(built, 'unknown')).toBe(1);
  });

  it('renamed and moved options keep what was learned; removed options are omitted', () => {
    const renamed = [multiSelection(9, [buildSelection('Very_Dry', ['dry'])], { formerIds: [1] })];
    const built = requireModel(buildModel([{ day: DAY, stats }], renamed));
    expect(built.options).toEqual([{ token: 's:9:very_dry', sessions: 40 }]);
    expect(lambdaIn(built, 's:9:very_dry', 'a')).toBe(lambdaIn(model, 's:1:dry', 'a'));
  });

  it('merged options are summed', () => {
    const merged = [singleSelection(1, [buildSelection('any', ['dry', 'oily'])])];
    const built = requireModel(buildModel([{ day: DAY, stats }], merged));
    expect(built.options).toEqual([{ token: 's:1:any', sessions: 69 }]);
    expect(lambdaIn(built, 's:1:any', 'a')).toBeCloseTo(Math.log(58 / (69 * 0.2 * 1.75 + 20)), 6);
  });
});

/** Bias is a sum of impressions, of which each weighs a good part of 1; rates of less than a millionth are no finite model. */
const bias = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 9, arbitrary: fc.double({ min: 0.01, max: 500, noNaN: true }) },
);
const variantStats = fc.record({ b: bias, k: fc.nat(400) });
const byVariant = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), variantStats);
const dayStats: fc.Arbitrary<DayStats> = fc.record({
  sessions: fc.nat(500),
  impressions: fc.integer({ min: 100, max: 900 }),
  options: fc.dictionary(fc.constantFrom('s:1:dry', 's:1:oily', 'f:hairColor:RED', 's:9:gone'), fc.nat(60)),
  variants: byVariant,
  pairs: fc.dictionary(fc.constantFrom('s:1:dry', 's:1:oily', 'f:hairColor:RED', 's:9:gone'), byVariant),
});
const days = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 5 }).chain((ages) =>
  fc.tuple(
    ...ages.map((age) =>
      dayStats.map((stats) => ({
        day: new Date(Date.UTC(2026, 10, 21) - age * 86_400_000).toISOString().slice(0, 10),
        stats,
      })),
    ),
  ),
);

/** The same day with its entries written in the opposite order. */
const reversed = <T extends object>(value: T): T =>
  Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, typeof entry === 'object' && entry !== null ? reversed(entry) : entry]),
  ) as T;

describe('properties of a model (docs/matching.md M7)', () => {
  it('the order of days and of their entries changes nothing, to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(days, async (given) => {
        const one = buildModel(given, steps);
        const other = buildModel([...given].reverse().map(reversed), steps);
        expect(other).toEqual(one);
        if (one.model && other.model) expect(await encodeModel(other.model)).toEqual(await encodeModel(one.model));
      }),
    );
  });

  it('more events of a variant never lower its popularity, nor raise that of another', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 50 }), (given, more) => {
        const [first, ...rest] = given;
        const a = first!.stats.variants.a ?? { b: 10, k: 0 };
        const withA = (k: number) => ({
          ...first!,
          stats: { ...first!.stats, impressions: 300, variants: { ...first!.stats.variants, a: { ...a, k } } },
        });
        const before = buildModel([withA(a.k + 1), ...rest], steps);
        const after = buildModel([withA(a.k + 1 + more), ...rest], steps);
        for (const id of requireModel(before).variants) {
          const change = popIn(requireModel(after), id) - popIn(requireModel(before), id);
          // A variant that has all impressions expects every event, so its popularity stays.
          if (id === 'a') expect(change).toBeGreaterThanOrEqual(-1e-12);
          else expect(change).toBeLessThanOrEqual(1e-12);
        }
      }),
    );
  });

  it('λ is finite and held in its bounds, pop is above 0', () => {
    fc.assert(
      fc.property(days, (given) => {
        const { model } = buildModel(given, steps);
        if (!model) return;
        expect(model.pop.every((pop) => pop > 0 && Number.isFinite(pop))).toBe(true);
        expect(model.lambda.every((lambda) => lambda >= -700_000 && lambda <= 1_100_000)).toBe(true);
      }),
    );
  });
});

describe('a stored model', () => {
  const model: LearnedModel = requireModel(
    buildModel(
      [
        {
          day: DAY,
          stats: createDay({
            sessions: 50,
            impressions: 500,
            options: { 's:1:dry': 50 },
            variants: { 'ü"\\': { b: 100.5, k: 20 }, z: { b: 40, k: 3 } },
            pairs: { 's:1:dry': { z: { b: 3, k: 9 } } },
          }),
        },
      ],
      steps,
    ),
  );

  it('is read as it was written, and the same model gives the same bytes', async () => {
    const encoded = await encodeModel(model);
    expect(await decodeModel(encoded)).toEqual(model);
    expect(await encodeModel(await decodeModel(encoded))).toEqual(encoded);
  });

  it('with any byte changed is damaged, never served', async () => {
    const { data, checksum } = await encodeModel(model);
    for (let at = 0; at < data.length; at += 1) {
      const damaged = Buffer.from(data);
      damaged[at]! ^= 1;
      await expect(decodeModel({ data: damaged, checksum })).rejects.toThrow('damaged');
    }
    await expect(decodeModel({ data: data.subarray(1), checksum })).rejects.toThrow('damaged');
  });

  it('other data with a correct checksum is damaged, too', async () => {
    const { createHash } = await import('node:crypto');
    const { gzipSync } = await import('node:zlib');
    for (const content of ['', 'no model', '\u0002\u0000\u0000\u0000{}']) {
      const data = gzipSync(content);
      const checksum = createHash('sha256').update(data).digest();
      await expect(decodeModel({ data, checksum })).rejects.toThrow('damaged');
    }
  });
});

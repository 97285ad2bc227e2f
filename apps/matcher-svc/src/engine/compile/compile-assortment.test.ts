import { SKIN_COLORS, SKIN_UNDERTONES } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { threadTimeMs } from '../../testing/thread-time.js';
import { matchVariants } from '../rank/match-variants.js';
import { forEachIn } from '../structures/bit-set.js';
import { textAt } from '../structures/text-table.js';
import { benchCompany, benchRequests } from '../testing/bench-company.js';
import { createCompany, createStep } from '../testing/company.js';
import { compileAssortment } from './compile-assortment.js';
import { compileFunnel } from './compile-funnel.js';

describe('a compiled company (docs/matching.md M10.1)', () => {
  const step = createStep(1, { one: { require: ['a:1'] } });
  const company = createCompany(
    { z: ['a:1', 'complexion:FAIR/*', 'color_type:VIVID'], m: ['complexion:DEEP/WARM'], a: ['A:1'] },
    { steps: [step] },
  );
  const assortment = compileAssortment(company.snapshot, company.tagging);

  it('has the ids in catalog order, masks of 15 complexion cells, and color types of any name', () => {
    const { variants, variantCount, cellsOfLook, lookByOrdinal, colorTypesOfLook, colorTypes } = assortment;
    expect(Array.from({ length: variantCount }, (_, ordinal) => textAt(variants, ordinal))).toEqual(['z', 'm', 'a']);
    const bit = (depth: number, undertone: number) => 1 << (depth * SKIN_UNDERTONES.length + undertone);
    expect(Array.from(lookByOrdinal, (look) => cellsOfLook[look])).toEqual([
      bit(0, 0) | bit(0, 1) | bit(0, 2),
      bit(SKIN_COLORS.indexOf('DEEP'), SKIN_UNDERTONES.indexOf('WARM')),
      0,
    ]);
    const { offsets, members } = colorTypesOfLook;
    const listTypes = (look: number) =>
      Array.from(members.slice(offsets[look], offsets[look + 1]), (number) => colorTypes[number]);
    expect(Array.from(lookByOrdinal, listTypes)).toEqual([['VIVID'], [], []]);
  });

  it('has, for each version of a funnel, the tags of options as sets of bits', () => {
    const { compiledSteps } = compileFunnel(assortment, company);
    const found: number[] = [];
    const { require } = compiledSteps[0]!.options.get('one')!;
    forEachIn(require!, (ordinal) => found.push(ordinal));
    expect([found, require!.length]).toEqual([[0, 2], 1]);
  });
});

describe('the cost of a match (docs/matching.md M10.2)', () => {
  it('grows with the variants, not with their square: as many variants in large matches take no more time than in small ones', () => {
    const measure = (size: number) => {
      const company = benchCompany(size);
      const funnel = compileFunnel(compileAssortment(company.snapshot, company.tagging), company);
      const requests = benchRequests(20);
      return () => {
        const startedAt = threadTimeMs();
        for (let round = 0; round < 20_000 / size; round += 1)
          for (const request of requests) matchVariants(funnel, request);
        return threadTimeMs() - startedAt;
      };
    };
    const [small, large] = [measure(200), measure(2_000)];
    // Processor time, both in turn; a square would be ten times as much, in every attempt.
    const compare = () => {
      const [one, other] = [small(), large()];
      return other / Math.max(one, 1);
    };
    compare();
    let ratio = compare();
    for (let attempt = 1; attempt < 6 && ratio > 2; attempt += 1) ratio = Math.min(ratio, compare());
    expect(ratio).toBeLessThanOrEqual(2);
  });
});

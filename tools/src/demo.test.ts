import { describe, expect, it } from 'vitest';
import { checkDemo } from '../../demo/check.mjs';

/** The demo is what a merchant sees first: its company file, feed and pictures must agree with each other. */
describe('the demo company', () => {
  const report = checkDemo();

  it('has no unknown id, tag, set, rule, tab or picture, and equals the output of its generator', () => {
    expect(report.problems).toEqual([]);
  });

  it('is of a believable size: 120 products, 600 variants, some of them sold out', () => {
    expect(report.products).toBeGreaterThanOrEqual(120);
    expect(report.variants).toBeGreaterThanOrEqual(600);
    expect(report.unavailable).toBeGreaterThan(0);
    expect(report.unavailable).toBeLessThan(report.variants / 4);
  });

  it('asks ten steps or more, of every type', () => {
    expect(Math.max(...Object.values(report.steps))).toBeGreaterThanOrEqual(10);
    expect(report.stepTypes).toEqual([
      'AGE',
      'EMAIL',
      'EYE_COLOR',
      'HAIR_COLOR',
      'MULTI_SELECTION',
      'SELFIE',
      'SINGLE_SELECTION',
      'SKIN_COLOR',
      'SKIN_UNDERTONE',
    ]);
  });

  it('has sets, two funnels, and pictures that are small', () => {
    expect(report.sets).toBeGreaterThan(0);
    expect(report.funnels).toBe(2);
    expect(report.pictures).toBeGreaterThan(50);
    expect(report.pictureBytes).toBeLessThan(1_500_000);
  });
});

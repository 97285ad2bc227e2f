import { describeLift, indexSteps } from '@svc/domain';
import { buildSelection, buildStep, singleSelection } from '@svc/domain/testing';
import { describe, expect, it } from 'vitest';
import { buildModel } from './build-model.js';
import { describeModel } from './describe-model.js';
import { createDay, requireModel } from './testing/models.js';

const steps = [
  singleSelection(1, [buildSelection('dry', [], { caption: { default: 'Dry skin', de: 'Trockene Haut' } })]),
  buildStep(2, 'HAIR_COLOR'),
];
const all = (k: number) =>
  Object.fromEntries(['a', 'b', 'gone'].map((id) => [id, { b: 200, k: id === 'b' ? 8 * k : k }]));
const model = requireModel(
  buildModel(
    [
      {
        day: '2026-11-21',
        stats: createDay({
          sessions: 300,
          impressions: 900,
          options: { 's:1:dry': 120, 'f:hairColor:RED': 50, 'x:DEEP/COOL': 40, 'c:TRUE_SPRING': 29 },
          variants: all(20),
          pairs: {
            's:1:dry': { b: { b: 80, k: 120 } },
            'f:hairColor:RED': { b: { b: 80, k: 30 }, gone: { b: 90, k: 0 } },
          },
        }),
      },
    ],
    steps,
  ),
);
const describeIn = (language: string) => describeModel(model, indexSteps(steps), language, (id) => id !== 'gone');

describe('describeModel', () => {
  it('names options as the merchant does, in the company’s language, most analyses first', () => {
    const captions = (language: string) => describeIn(language).options.map(({ caption }) => caption);
    expect(captions('de')).toEqual(['Trockene Haut', 'Rot', 'Dunkel / Kühl', 'TRUE_SPRING']);
    expect(captions('en')).toEqual(['Dry skin', 'Red', 'Deep / Cool', 'TRUE_SPRING']);
    expect(describeIn('fr').options.map(({ sessions, learned }) => [sessions, learned])).toEqual([
      [120, true],
      [50, true],
      [40, true],
      [29, false],
    ]);
  });

  it('lists the strongest effects in both directions and popular variants, without variants that the catalog no longer has', () => {
    const { lifts, popular } = describeIn('en');
    expect(lifts.map(({ caption, variantId, times }) => [caption, variantId, times < 1])).toEqual([
      ['Dry skin', 'b', false],
      ['Red', 'b', true],
    ]);
    expect(popular.map(({ variantId }) => variantId)).toEqual(['b']);
  });

  it('omits options that the version no longer has', () => {
    const { options, lifts } = describeModel(model, indexSteps([]), 'en', () => true);
    expect(options.map(({ caption }) => caption)).toEqual(['Red', 'Deep / Cool', 'TRUE_SPRING']);
    expect(lifts.some(({ caption }) => caption === 'Dry skin')).toBe(false);
  });

  it('is a sentence in English and German', () => {
    const lift = { caption: 'Dry skin', times: 1.8 };
    expect(describeLift('en', lift, 'Velvet – Ivory')).toBe(
      'Shoppers who chose Dry skin choose Velvet – Ivory 1.8 × as often.',
    );
    expect(describeLift('de', { ...lift, times: 0.5 }, 'Samt')).toBe(
      'Wer Dry skin gewählt hat, wählt Samt nur 0,5-mal so oft.',
    );
  });

  it('lists the 20 strongest effects', () => {
    const ids = Array.from({ length: 300 }, (_, index) => `v${String(index).padStart(3, '0')}`);
    const variants = Object.fromEntries(ids.map((id, index) => [id, { b: 100, k: index }]));
    const many = requireModel(
      buildModel(
        [{ day: '2026-11-21', stats: createDay({ impressions: 900, variants, options: {}, pairs: {} }) }],
        steps,
      ),
    );
    const told = describeModel(many, indexSteps(steps), 'en', () => true).popular.map(({ variantId }) => variantId);
    expect(told).toEqual(ids.toReversed().slice(0, 20));
  });
});

import { describe, expect, it } from 'vitest';
import { buildCatalog, builtIn, createQuiz, picks, question, rule, type System } from '../../support/quiz.js';

/** docs/matching.md M6, with scores that can be worked out on paper. */
export function order(system: () => System): void {
  describe('order (3)', () => {
    const catalog = buildCatalog({
      worst: ['skin:oily', 'finish:glossy'], // T = (0 + 0) / 2
      mixed: ['skin:dry', 'finish:glossy'], // (1 + 0) / 2
      silent: [], // (0.5 + 0.5) / 2: the same as `mixed`, and later in the catalog
      best: ['skin:dry', 'finish:matte'], // (1 + 1) / 2
      half: ['skin:dry'], // (1 + 0.5) / 2
      both: ['skin:dry', 'skin:oily', 'finish:matte'], // a tag of a chosen option counts first: 1
    });
    const steps = [
      question(1, { dry: { prefer: ['skin:dry'] }, oily: { prefer: ['skin:oily'] } }),
      question(2, { matte: { prefer: ['finish:matte'] }, glossy: { prefer: ['finish:glossy'] } }),
      question(3, { yes: {}, no: {} }),
    ];
    const answers = picks({ 1: 'dry', 2: 'matte', 3: 'yes' });

    it('is the mean of the preferences, ties in catalog order; no variant is dropped', async () => {
      const quiz = await createQuiz(system(), 'preferences', { catalog, steps });
      expect(await quiz.match(answers)).toEqual(['best', 'both', 'half', 'mixed', 'silent', 'worst']);
      expect(await quiz.match(picks({ 1: 'dry' })), 'the mean is over answered steps').toEqual([
        'mixed',
        'best',
        'half',
        'both',
        'silent',
        'worst',
      ]);
    });

    it('is the catalog order without answers', async () => {
      const quiz = await createQuiz(system(), 'no-answers', { catalog, steps });
      expect(await quiz.match()).toEqual(['worst', 'mixed', 'silent', 'best', 'half', 'both']);
    });

    it('adds boosts, within 0 and 1', async () => {
      const rules = [
        rule('more', { boost: { variantIds: ['half', 'best'], by: 1 } }), // both reach 1, not 1.75 and 2
        rule('less', { boost: { variantIds: ['mixed'], by: -0.2 } }), // 0.5 → 0.3
        rule('up', { boost: { variantIds: ['silent'], by: 0.15 } }), // 0.5 → 0.65
        rule('twice', { boost: { variantIds: ['silent'], by: 0.2 } }), // → 0.85
        rule('down', { boost: { variantIds: ['both'], by: -0.1 } }), // 1 → 0.9
      ];
      const quiz = await createQuiz(system(), 'boosts', { catalog, steps, matching: { rules } });
      expect(await quiz.match(answers)).toEqual(['best', 'half', 'both', 'silent', 'mixed', 'worst']);
    });

    it('puts pinned variants on top in rule order, by score inside one pin', async () => {
      const rules = [
        rule('first', { pin: { variantIds: ['worst', 'half'] } }),
        rule('never', { pin: { variantIds: ['silent'] } }, { when: { step: 3, in: ['no'] } }),
        rule('second', { pin: { variantIds: ['mixed', 'worst'] } }),
      ];
      const quiz = await createQuiz(system(), 'pins', { catalog, steps, matching: { rules } });
      expect(await quiz.match(answers)).toEqual(['half', 'worst', 'mixed', 'best', 'both', 'silent']);
    });

    it('scores complexion by the distance of depth and undertone', async () => {
      const quiz = await createQuiz(system(), 'nearness', {
        catalog: buildCatalog({
          mediumCool: ['complexion:MEDIUM/COOL'], // exp(−½(2/0.7)²) = 0.017
          mediumNeutral: ['complexion:MEDIUM/NEUTRAL'], // exp(−½(1/0.7)²) = 0.360
          lightWarm: ['complexion:LIGHT/WARM'], // exp(−½(1/0.8)²) = 0.458
          silent: [], // no part present: 0.5
          mediumWarm: ['complexion:MEDIUM/WARM'], // 1
        }),
        steps: [builtIn(1, 'SKIN_COLOR'), builtIn(2, 'SKIN_UNDERTONE')],
        matching: { complexion: { mode: 'prefer' } },
      });
      const person = { skinColor: 'MEDIUM', skinUndertone: 'WARM' };
      expect(await quiz.match(person)).toEqual(['mediumWarm', 'silent', 'lightWarm', 'mediumNeutral', 'mediumCool']);
      expect(await quiz.match({ skinColor: 'MEDIUM' }), 'depth only').toEqual([
        'mediumCool',
        'mediumNeutral',
        'mediumWarm',
        'silent',
        'lightWarm',
      ]);
    });

    it('weighs preferences 0.55 and looks 0.45, over the parts that are there', async () => {
      const quiz = await createQuiz(system(), 'weights', {
        catalog: buildCatalog({
          near: ['complexion:MEDIUM/WARM', 'skin:oily'], // 0.55·0 + 0.45·1 = 0.45
          lightWarm: ['complexion:LIGHT/WARM'], // 0.55·0.5 + 0.45·0.458 = 0.481
          silent: [], // T alone: 0.5
          far: ['complexion:MEDIUM/COOL', 'skin:dry'], // 0.55·1 + 0.45·0.017 = 0.558
        }),
        steps: [builtIn(1, 'SKIN_COLOR'), builtIn(2, 'SKIN_UNDERTONE'), { ...steps[0], id: 3, orderNumber: 3 }],
        matching: { complexion: { mode: 'prefer' } },
      });
      const person = { skinColor: 'MEDIUM', skinUndertone: 'WARM', ...picks({ 3: 'dry' }) };
      expect(await quiz.match(person)).toEqual(['far', 'silent', 'lightWarm', 'near']);
    });

    it('does not look at locale, contact data, source and time', async () => {
      const quiz = await createQuiz(system(), 'outside', { catalog, steps });
      const plain = await quiz.match(answers);
      const extra = { email: 'a@b.example', firstName: 'Ann', source: 'x', startedAt: '2026-01-01T00:00:00Z' };
      expect(await quiz.match({ ...answers, ...extra }, '?locale=de')).toEqual(plain);
    });
  });
}

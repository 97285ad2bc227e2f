import { describe, expect, it } from 'vitest';
import { buildCatalog, builtIn, createQuiz, type System } from '../../support/quiz.js';

/** docs/matching.md M5.2. */
export function complexion(system: () => System): void {
  describe('complexion (2.2)', () => {
    const catalog = buildCatalog({
      mediumWarm: ['complexion:MEDIUM/WARM'],
      mediumCool: ['complexion:MEDIUM/COOL'],
      mediumNeutral: ['complexion:MEDIUM/NEUTRAL'],
      mediumAll: ['complexion:MEDIUM/*'],
      lightWarm: ['complexion:LIGHT/WARM'],
      deepWarm: ['complexion:DEEP/WARM'],
      twoCells: ['complexion:FAIR/COOL', 'complexion:MEDIUM/WARM'],
      silent: [],
    });
    const steps = [builtIn(1, 'SKIN_COLOR'), builtIn(2, 'SKIN_UNDERTONE')];
    const sorted = (ids: string[]) => [...ids].sort();

    it('asks for the depth, and for the undertone unless one of the two is NEUTRAL', async () => {
      const quiz = await createQuiz(system(), 'complexion', { catalog, steps });
      const warm = ['mediumWarm', 'mediumNeutral', 'mediumAll', 'twoCells', 'silent'];
      expect(sorted(await quiz.match({ skinColor: 'MEDIUM', skinUndertone: 'WARM' }))).toEqual(sorted(warm));
      expect(sorted(await quiz.match({ skinColor: 'MEDIUM', skinUndertone: 'NEUTRAL' }))).toEqual(
        sorted([...warm, 'mediumCool']),
      );
      expect(sorted(await quiz.match({ skinColor: 3 })), 'no undertone answered').toEqual(
        sorted([...warm, 'mediumCool']),
      );
      expect(await quiz.match({ skinUndertone: 'WARM' }), 'no skin color answered').toHaveLength(8);
    });

    it('does not look at the answer of a step that is hidden', async () => {
      const hidden = steps.map((step) => ({
        ...step,
        orderNumber: 9 + step.id,
        id: 9 + step.id,
        showWhen: { any: [] },
      }));
      const quiz = await createQuiz(system(), 'complexion-hidden', { catalog, steps: hidden });
      expect(await quiz.match({ skinColor: 'DEEP', skinUndertone: 'COOL' })).toHaveLength(8);
    });

    it('allows depthTolerance steps of depth', async () => {
      const quiz = await createQuiz(system(), 'tolerance', {
        catalog,
        steps,
        matching: { complexion: { mode: 'require', depthTolerance: 1 } },
      });
      expect(sorted(await quiz.match({ skinColor: 'LIGHT', skinUndertone: 'COOL' }))).toEqual(
        sorted(['mediumCool', 'mediumNeutral', 'mediumAll', 'twoCells', 'silent']),
      );
    });

    it.each(['prefer', 'ignore'])('does not test with mode %s', async (mode) => {
      const quiz = await createQuiz(system(), `complexion-${mode}`, {
        catalog,
        steps,
        matching: { complexion: { mode } },
      });
      expect(await quiz.match({ skinColor: 'FAIR', skinUndertone: 'COOL' })).toHaveLength(8);
    });
  });
}

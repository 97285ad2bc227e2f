import type { Condition } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { isInPart, toPartProblems, toRootProblems } from './find-part-problems.js';

const answered = (step: number): Condition => ({ step, answered: true });
const at = (path: string) => ({ path: path.split('/'), message: path });

describe('problems of conditions (docs/dashboard.md Y20.2)', () => {
  it('each belongs to the part that its path leads to, through every not', () => {
    const inner: Condition = { not: { not: { any: [answered(2), { not: answered(3) }] } } };
    const whole: Condition = { all: [answered(1), inner] };
    const problems = [at('all/0/step'), at('all/1/not/not/any/1/not/step'), at('all/1/not/not/any')];
    expect(toPartProblems(whole, 0, problems).map(({ path }) => path)).toEqual([['step']]);
    const ofInner = toPartProblems(whole, 1, problems);
    expect(ofInner.map(({ path }) => path.join('/'))).toEqual(['not/not/any/1/not/step', 'not/not/any']);
    expect(ofInner.map((problem) => isInPart(inner, problem))).toEqual([true, false]);
    expect(toPartProblems(inner, 1, ofInner).map(({ path }) => path)).toEqual([['not', 'step']]);
  });

  it('those of a single part belong to the only part of the group that the form shows', () => {
    const problems = toRootProblems({ not: answered(1) }, [at('not/step')]);
    expect(toPartProblems({ all: [{ not: answered(1) }] }, 0, problems).map(({ path }) => path)).toEqual([
      ['not', 'step'],
    ]);
    expect(toRootProblems({ any: [answered(1)] }, [at('any/0/step')])).toEqual([at('any/0/step')]);
  });
});

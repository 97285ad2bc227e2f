import { describe, expect, it } from 'vitest';
import { decide, type Look } from './decide.js';
import { momentsOfRate } from './moments.js';
import { resultSentence, type SentenceInput } from './result-sentence.js';

/** A test of a rate with 10,000 units in each arm. */
const look = (successesB: number, given: Partial<Look> = {}): Look => ({
  control: momentsOfRate(10_000, 3_000),
  treatment: momentsOfRate(10_000, successesB),
  successes: { control: 3_000, treatment: successesB },
  ...{ plannedUnits: 7_000, minimumEffect: 0.03, alpha: 0.05, fullDays: 7, ratioPValue: 1 },
  ...given,
});
const arms = (units: number, a: number, b: number) => ({
  control: momentsOfRate(units, a),
  treatment: momentsOfRate(units, b),
  successes: { control: a, treatment: b },
});
const outcome = (...given: Parameters<typeof look>) => decide(look(...given)).outcome;

describe('the decision of a test (docs/insight.md N9.3, N9.5)', () => {
  it('is a difference as soon as the interval excludes 0', () => {
    expect(outcome(3_300)).toBe('DIFFERENT');
    expect(outcome(2_700)).toBe('DIFFERENT');
    expect(outcome(3_150)).toBe('UNDECIDED');
  });

  it('is no relevant difference when the interval is within the smallest difference worth knowing', () => {
    expect(outcome(3_010)).toBe('NO_RELEVANT_DIFFERENCE');
  });

  it('needs 7 full days, and a quarter of the planned units in each arm', () => {
    expect(outcome(3_300, { fullDays: 6 })).toBe('UNDECIDED');
    expect(outcome(3_300, { plannedUnits: 40_001 })).toBe('UNDECIDED');
    expect(outcome(3_600, { plannedUnits: 40_000 })).toBe('DIFFERENT');
  });

  it('has no interval before 100 units and 10 successes in each arm', () => {
    expect(decide(look(0, arms(99, 50, 60)))).toEqual({ outcome: 'TOO_EARLY', interval: null });
    expect(decide(look(0, arms(100, 50, 9))).interval).toBeNull();
    expect(decide(look(0, arms(100, 50, 10))).interval).not.toBeNull();
  });

  it('is withheld after an alarm of the sample ratio', () => {
    expect(decide(look(3_300, { ratioPValue: 0.001 }))).toEqual({ outcome: 'RATIO_ALARM', interval: null });
    expect(outcome(3_300, { ratioPValue: 0.0011 })).toBe('DIFFERENT');
  });
});

describe('the sentence of a result (docs/insight.md N9.6)', () => {
  const sentences = (given: Look, rest: Partial<SentenceInput> = {}) => {
    const input = {
      decision: decide(given),
      measure: 'COMPLETION_RATE',
      arm: 'B',
      minimumEffect: 0.03,
      alpha: 0.05,
      kind: 'QUESTIONNAIRE',
    } as const;
    return [resultSentence({ ...input, ...rest }, 'en'), resultSentence({ ...input, ...rest }, 'de')];
  };

  it('states the interval of a difference', () => {
    expect(sentences(look(3_300))).toEqual([
      'B brings 1.0 to 5.0 more completed quizzes per 100 started ones (95 %, valid at any time).',
      'B bringt 1,0 bis 5,0 mehr abgeschlossene Fragebögen je 100 begonnene (95 %, jederzeit gültig).',
    ]);
    expect(sentences(look(2_700))[0]).toMatch(/^B brings 1\.1 to 4\.9 fewer completed quizzes/);
  });

  it('states money for revenue', () => {
    const revenue = { units: 20_000, sum: 20_000, sumOfSquares: 400_000 };
    const given = look(0, {
      ...{ control: revenue, treatment: { ...revenue, sum: 30_000 }, minimumEffect: 0.1, plannedUnits: 20_000 },
      successes: { control: 900, treatment: 900 },
    });
    const [english, german] = sentences(given, { measure: 'REVENUE_PER_UNIT', currency: 'EUR', minimumEffect: 0.1 });
    expect(english).toMatch(/^B brings €0\.37 to €0\.63 more net revenue per visit/);
    expect(german).toMatch(/^B bringt 0,37\s€ bis 0,63\s€ mehr Nettoumsatz je Besuch /);
  });

  it('says what is not known yet', () => {
    expect(sentences(look(3_010))[0]).toBe(
      'The difference is not larger than 3.0 completed quizzes per 100 started ones (95 %, valid at any time).',
    );
    expect(sentences(look(3_150))[0]).toBe(
      'Not decided yet: the difference is between -0.5 and 3.5 completed quizzes per 100 started ones (95 %, valid at any time).',
    );
    expect(sentences(look(3_150))[1]).toBe(
      'Noch nicht entschieden: Der Unterschied beträgt -0,5 bis 3,5 abgeschlossene Fragebögen je 100 begonnene (95 %, jederzeit gültig).',
    );
    expect(sentences(look(0, arms(99, 50, 60)))[0]).toBe('There are not enough data for a comparison yet.');
    expect(sentences(look(3_300, { ratioPValue: 0 }))[0]).toMatch(/^The arms do not have the planned shares/);
  });

  it('names no winner and no probability to be best', () => {
    const all = [3_300, 2_700, 3_010, 3_150].flatMap((successes) => sentences(look(successes)));
    expect(all.join(' ')).not.toMatch(/win|best|Sieger|gewinn|beste/i);
  });
});

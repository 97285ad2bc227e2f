import type { ExperimentKindName } from '@svc/domain';
import { differenceInterval, type Interval, MIN_SUCCESSES, MIN_UNITS } from './confidence-sequence.js';
import { momentsOfRate } from './moments.js';

/**
 * What an arm must not make worse. REFUNDS: refunded lines of verified orders. OPT_OUT: analyses without the contact that they were asked for.
 */
export type GuardName = 'REFUNDS' | 'OPT_OUT';

/** A list does not change who gives a contact: it comes after. Visitors of a holdout without components are asked for none. */
const GUARDS_OF: Record<ExperimentKindName, readonly GuardName[]> = {
  QUESTIONNAIRE: ['OPT_OUT', 'REFUNDS'],
  MATCHING: ['REFUNDS'],
  HOLDOUT: ['REFUNDS'],
};

/** An analysis, or a visitor of a holdout, with what guards count of it. */
export interface GuardUnit {
  isAsked: boolean;
  isGiven: boolean;
  /** Of verified orders that are credited to the analysis; of a visitor, of all its orders. */
  lines: number;
  refundedLines: number;
}

/** An analysis of a funnel. */
export interface GuardAnalysis extends GuardUnit {
  /** SHA-256 of the analysis id, in hexadecimal digits. */
  unit: string;
  versionId: string;
  /** The test of the questionnaire that assigned the version; null: none. */
  experimentId: string | null;
}

/** One guard of one arm. */
export interface GuardSum {
  guard: GuardName;
  arm: string;
  units: number;
  /** Of which so many are bad. */
  cases: number;
}

/** Adds units up, one at a time. */
export function createGuardSums(kind: ExperimentKindName, arms: readonly string[]) {
  const sums = GUARDS_OF[kind].flatMap((guard) => arms.map((arm): GuardSum => ({ guard, arm, units: 0, cases: 0 })));
  return {
    /** @param own - its arm; undefined: none. */
    add(unit: GuardUnit, own: string | undefined): void {
      for (const sum of sums) {
        if (sum.arm !== own) continue;
        const [units, cases] = count(sum.guard, unit);
        sum.units += units;
        sum.cases += cases;
      }
    },
    get: (): GuardSum[] => sums,
  };
}

const count = (guard: GuardName, unit: GuardUnit): [units: number, cases: number] =>
  guard === 'REFUNDS'
    ? [unit.lines, unit.refundedLines]
    : [unit.isAsked ? 1 : 0, unit.isAsked && !unit.isGiven ? 1 : 0];

export interface GuardArm {
  arm: string;
  units: number;
  cases: number;
  /** Of the difference of the shares; null: of the first arm, and before there are enough units. */
  interval: Interval | null;
  /** The interval is above 0: the arm makes it worse. It stops nothing. */
  isWorse: boolean;
}

export interface GuardResult {
  guard: GuardName;
  arms: GuardArm[];
}

/** Compares each arm with the first one. Guards and arms share the level of 5 %. docs/insight.md N13.12. */
export function compareGuards(sums: readonly GuardSum[], plannedUnits: number): GuardResult[] {
  const guards = [...new Set(sums.map(({ guard }) => guard))];
  return guards.map((guard) => {
    const own = sums.filter((sum) => sum.guard === guard);
    const alpha = 0.05 / guards.length / Math.max(1, own.length - 1);
    return {
      guard,
      arms: own.map(({ arm, units, cases }, place) => {
        const interval = place === 0 ? null : compare(own[0] as GuardSum, { units, cases }, plannedUnits, alpha);
        return { ...{ arm, units, cases, interval }, isWorse: interval !== null && interval.low > 0 };
      }),
    };
  });
}

type Counted = Pick<GuardSum, 'units' | 'cases'>;

function compare(control: Counted, treatment: Counted, plannedUnits: number, alpha: number): Interval | null {
  if (Math.min(control.units, treatment.units) < MIN_UNITS) return null;
  if (Math.min(control.cases, treatment.cases) < MIN_SUCCESSES) return null;
  const toMoments = ({ units, cases }: Counted) => momentsOfRate(units, cases);
  return differenceInterval(toMoments(control), toMoments(treatment), plannedUnits, alpha);
}

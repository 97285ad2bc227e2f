import type { ExperimentMeasureName } from '@svc/domain';
import type { DaySum } from './evaluate.js';
import { winsorize } from './winsorize.js';

/** An analysis, or a visitor, with what the shopper did. */
export interface AnalysisUnit {
  /** Its SHA-256, in hexadecimal digits. */
  unit: string;
  /** On which it was created. */
  day: string;
  isClicked: boolean;
  isAdded: boolean;
  /** Its attribution window is not over: its orders do not count yet. */
  isOpen: boolean;
  orders: number;
  /** Less refunds. */
  revenue: number;
}

/** An analysis of a funnel. */
export type FunnelUnit = AnalysisUnit & { versionId: string };

/** Values of one analysis in all measures of analyses; null: it does not count yet. */
export function toValues(
  unit: AnalysisUnit,
  cap: number | null,
): [measure: ExperimentMeasureName, value: number | null][] {
  return [
    ['CLICK_RATE', unit.isClicked ? 1 : 0],
    ['ADD_TO_CART_RATE', unit.isAdded ? 1 : 0],
    ['ORDERS_PER_UNIT', unit.isOpen ? null : unit.orders],
    ['REVENUE_PER_UNIT', unit.isOpen ? null : winsorize(unit.revenue, cap)],
  ];
}

/** Adds units up by day, arm and measure, one at a time. docs/insight.md N13.5. */
export function createUnitSums<Unit extends AnalysisUnit>(
  getArm: (unit: Unit) => string,
  cap: number | null,
  measures: readonly ExperimentMeasureName[],
) {
  const sums = new Map<string, DaySum>();
  const get = (day: string, arm: string, measure: DaySum['measure']): DaySum => {
    const key = `${day} ${arm} ${measure}`;
    const found = sums.get(key) ?? { day, arm, measure, units: 0, openUnits: 0, successes: 0, sum: 0, sumOfSquares: 0 };
    sums.set(key, found);
    return found;
  };
  return {
    add(unit: Unit): void {
      const arm = getArm(unit);
      get(unit.day, arm, 'EXPOSURE').units += 1;
      for (const [measure, value] of toValues(unit, cap)) {
        if (!measures.includes(measure)) continue;
        const sum = get(unit.day, arm, measure);
        if (value === null) {
          sum.openUnits += 1;
          continue;
        }
        sum.units += 1;
        if (value !== 0) sum.successes += 1;
        sum.sum += value;
        sum.sumOfSquares += value * value;
      }
    },
    get: (): DaySum[] => [...sums.values()],
  };
}

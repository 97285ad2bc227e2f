import { addDays, type ExperimentMeasureName } from '@svc/domain';
import type { DaySum } from './evaluate.js';

/** Measures of a test of the questionnaire whose units are analyses of an arm. */
export const OF_ANALYSES = ['CLICK_RATE', 'ADD_TO_CART_RATE'] as const;
/** Those whose units are its visits, of which most have no analysis and so no order. */
export const OF_VISITS = ['ORDERS_PER_UNIT', 'REVENUE_PER_UNIT'] as const;

/**
 * Sums of a test of the questionnaire by day, arm and measure: orders and revenue are those of the analyses, divided by the visits. Visits
 * are not connected with analyses; a visit has one analysis or none, so sums and sums of squares of analyses are those of visits.
 * A day counts as a whole, once the windows of all its analyses are over. docs/insight.md N13.14, ADR 151.
 * @param analyses - sums of the analyses of the arms, in the measures of analyses.
 * @param exposures - the visits of each day and arm.
 * @param closed.today - in the zone of the days.
 */
export function sumVisitOrders(
  analyses: readonly DaySum[],
  exposures: readonly DaySum[],
  closed: { today: string; windowDays: number },
): DaySum[] {
  const ofAnalyses = analyses.filter(({ measure }) => isIn(OF_ANALYSES, measure));
  const ofVisits = exposures.flatMap(({ day, arm, units }) =>
    OF_VISITS.map((measure): DaySum => ({ ...{ day, arm, measure, units }, ...NO_VALUES })),
  );
  const sums = new Map(ofVisits.map((sum) => [toKey(sum), sum]));
  for (const sum of analyses.filter(({ measure }) => isIn(OF_VISITS, measure))) {
    // Visits of a day may end, or not be reported, when their analyses are of it.
    sums.set(toKey(sum), { ...sum, units: sums.get(toKey(sum))?.units ?? 0, openUnits: 0 });
  }
  return [...ofAnalyses, ...[...sums.values()].map((sum) => (isClosed(sum.day, closed) ? sum : toOpen(sum)))];
}

/** Measures that count once a window is over. */
export const isOfOrders = (measure: ExperimentMeasureName): boolean => isIn(OF_VISITS, measure);

const NO_VALUES = { openUnits: 0, successes: 0, sum: 0, sumOfSquares: 0 };

const isIn = (measures: readonly string[], measure: string): boolean => measures.includes(measure);

const toKey = ({ day, arm, measure }: DaySum): string => `${day} ${arm} ${measure}`;

/** The window of the last analysis of the day is over. */
const isClosed = (day: string, { today, windowDays }: { today: string; windowDays: number }): boolean =>
  addDays(day, windowDays + 1) <= today;

const toOpen = (sum: DaySum): DaySum => ({ ...sum, ...NO_VALUES, units: 0, openUnits: sum.units });

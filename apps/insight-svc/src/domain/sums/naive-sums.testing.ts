import type { FunnelVisitEvent } from '../visits/funnel-visit.js';
import { toTimeClass } from './time-classes.js';
import type { DaySums, Dimensions, WholeVisit } from './visit-sums.js';

const DIMENSIONS = ['funnelId', 'versionId', 'locale', 'source', 'device'] as const;
const same = (a: Dimensions, b: Dimensions) => DIMENSIONS.every((name) => a[name] === b[name]);
const pick = (visit: WholeVisit): Dimensions =>
  Object.fromEntries(DIMENSIONS.map((name) => [name, visit[name]])) as unknown as Dimensions;

const inOrder = (visit: WholeVisit) => [...visit.events].sort((a, b) => a.n - b.n);
const has = (visit: WholeVisit, type: string, stepId?: number) =>
  visit.events.some((event) => event.type === type && (stepId === undefined || event.stepId === stepId));
const getSteps = (visit: WholeVisit) =>
  inOrder(visit).flatMap((event) => (event.type === 'SHOWN' ? [event.stepId] : []));

/** Time on a step: from each time that it is shown to what ends that; undefined: nothing ever does. */
function timeOn(visit: WholeVisit, stepId: number): number | undefined {
  const events = inOrder(visit);
  const parts = events.flatMap((event, index) => {
    if (event.type !== 'SHOWN' || event.stepId !== stepId) return [];
    const after = events.slice(index + 1);
    const end = after.findIndex(({ type }) => type === 'SHOWN' || type === 'FINISHED');
    const until: FunnelVisitEvent | undefined = end >= 0 ? after[end] : after.at(-1);
    return until ? [Math.max(0, until.atMs - event.atMs)] : [];
  });
  return parts.length === 0 ? undefined : parts.reduce((a, b) => a + b);
}

/** The definition of the sums of a day, a filter for each figure: slow, and easy to compare with docs/insight.md N11. */
export function naiveSums(given: readonly WholeVisit[]): DaySums {
  const visits = given.filter((visit) => has(visit, 'SHOWN'));
  const groups = visits.map(pick).filter((one, index, all) => all.findIndex((other) => same(one, other)) === index);
  return {
    funnels: groups.map((group) => {
      const own = visits.filter((visit) => same(visit, group));
      return {
        ...group,
        visits: own.length,
        starts: own.filter((visit) => has(visit, 'ANSWERED') || has(visit, 'FINISHED')).length,
        finishes: own.filter((visit) => has(visit, 'FINISHED')).length,
      };
    }),
    steps: groups.flatMap((group) => {
      const own = visits.filter((visit) => same(visit, group));
      return [...new Set(own.flatMap(getSteps))].map((stepId) => {
        const shown = own.filter((visit) => has(visit, 'SHOWN', stepId));
        const times = shown.flatMap((visit) => timeOn(visit, stepId) ?? []).map(toTimeClass);
        return {
          ...group,
          stepId,
          shown: shown.length,
          answered: shown.filter((visit) => has(visit, 'ANSWERED', stepId)).length,
          back: shown.filter((visit) => has(visit, 'BACK', stepId)).length,
          exits: shown.filter((visit) => !has(visit, 'FINISHED') && getSteps(visit).at(-1) === stepId).length,
          firstShown: shown
            .map((visit) => [...new Set(getSteps(visit))].indexOf(stepId))
            .reduce((sum, place) => sum + place, 0),
          times: new Map([...new Set(times)].map((one) => [one, times.filter((other) => other === one).length])),
        };
      });
    }),
  };
}

import { type LocalizedText, localize } from '@svc/domain';
import type {
  AnalysisTotals,
  GetOverviewResponse,
  GetSourcesResponse,
  GetStepsResponse,
  NamedTotals,
  ReportFrame,
  StepTotals,
} from '@svc/proto';
import { requiredTime, toIsoTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { DEFINITIONS } from './definitions.js';
import { compareRates, toRate } from './rate.js';

/** Rows with fewer shoppers show no figures. docs/insight.md N12.4. */
export const FEW = 5;

export const presentFrame = (frame: ReportFrame | undefined, funnel: string) => {
  const { fromDay, toDay, timeZone, asOfTime, completeUntilTime } = requirePart(frame);
  return {
    ...{ funnel, from: fromDay, to: toDay, timeZone },
    ...{ asOf: requiredTime(asOfTime), completeUntil: toIsoTime(completeUntilTime) },
  };
};

export function presentOverview(answer: GetOverviewResponse, funnel: string) {
  const [current, previous] = [requirePart(answer.current), requirePart(answer.previous)];
  const figure = (name: 'visits' | 'starts' | 'finishes') => ({
    ...{ definition: DEFINITIONS[name], value: current[name], previous: previous[name] },
  });
  const [now, then] = [toRate(current.finishes, current.starts), toRate(previous.finishes, previous.starts)];
  const [currentAnalyses, previousAnalyses] = [
    requirePart(answer.currentAnalyses),
    requirePart(answer.previousAnalyses),
  ];
  const [optIn, optInBefore] = [
    toRate(currentAnalyses.given, currentAnalyses.asked),
    toRate(previousAnalyses.given, previousAnalyses.asked),
  ];
  return {
    ...presentFrame(answer.frame, funnel),
    definition: DEFINITIONS.days,
    figures: {
      visits: figure('visits'),
      starts: figure('starts'),
      finishes: figure('finishes'),
      completions: {
        ...{
          definition: DEFINITIONS.completions,
          value: currentAnalyses.analyses,
          previous: previousAnalyses.analyses,
        },
      },
      retakes: {
        definition: DEFINITIONS.retakes,
        value: countRetakes(currentAnalyses),
        previous: countRetakes(previousAnalyses),
      },
      optIn: {
        ...{ definition: DEFINITIONS.optIn, value: optIn, previous: optInBefore },
        ...{ cases: currentAnalyses.asked, change: compareRates(optIn, optInBefore) },
      },
      completionRate: {
        ...{ definition: DEFINITIONS.completionRate, value: now, previous: then },
        ...{ cases: current.starts, change: compareRates(now, then) },
      },
    },
    days: presentDays(answer),
    shop: answer.shop.map(({ name, count }) => ({ type: name, visits: count })),
    refused: answer.refused.map(({ reason, requests }) => ({ reason, requests })),
  };
}

/** null: not measured, since no analysis has an address. */
const countRetakes = ({ retakes, retakesKnown }: AnalysisTotals): number | null =>
  retakesKnown === 0 ? null : retakes;

/** Days with visits or analyses, in their order. */
function presentDays({ days, analysisDays }: Pick<GetOverviewResponse, 'days' | 'analysisDays'>) {
  const names = [...new Set([...days, ...analysisDays].map(({ name }) => name))].sort();
  return names.map((day) => {
    const { visits, starts, finishes } = days.find(({ name }) => name === day)?.totals ?? NO_VISITS;
    return { day, visits, starts, finishes, completions: analysisDays.find(({ name }) => name === day)?.count ?? 0 };
  });
}

const NO_VISITS = { visits: 0, starts: 0, finishes: 0 };

/** A step of a version as far as reports name it. */
export interface NamedStep {
  id: number;
  title: LocalizedText;
}

export function presentSteps(
  answer: GetStepsResponse,
  funnel: string,
  { steps, language }: { steps: readonly NamedStep[]; language: string },
) {
  const getTitle = (stepId: number): string | null => {
    const found = steps.find(({ id }) => id === stepId);
    return found ? (localize(found.title, language, language) ?? null) : null;
  };
  return {
    ...presentFrame(answer.frame, funnel),
    definition: DEFINITIONS.steps,
    versionId: answer.versionId || null,
    versions: answer.versions.map(({ name, totals }) => ({ versionId: name, visits: requirePart(totals).visits })),
    steps: answer.steps.map((step: StepTotals) => ({
      ...{ stepId: step.stepId, title: getTitle(step.stepId) },
      ...{ shown: step.shown, answered: step.answered, back: step.back, exits: step.exits },
      ...{ dropOff: toRate(step.exits, step.shown), medianMs: step.medianMs ?? null, p90Ms: step.p90Ms ?? null },
    })),
  };
}

export const presentSources = (answer: GetSourcesResponse, funnel: string) => ({
  ...presentFrame(answer.frame, funnel),
  definition: DEFINITIONS.sources,
  sources: answer.sources.map(presentRow),
  locales: answer.locales.map(presentRow),
  devices: answer.devices.map(presentRow),
  versions: answer.versions.map(presentRow),
});

function presentRow({ name, totals }: NamedTotals) {
  const { visits, starts, finishes } = requirePart(totals);
  const isFew = visits < FEW;
  return {
    ...{ value: name || null, isFew },
    visits: isFew ? null : visits,
    starts: isFew ? null : starts,
    finishes: isFew ? null : finishes,
    completionRate: isFew ? null : toRate(finishes, starts),
  };
}

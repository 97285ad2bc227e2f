import { addDays, type ZonedDay, zonedDay } from '@svc/domain';
import { type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import type { CartedVariant } from '../db/carts.js';
import { followTimeZone, loadTimeZone } from '../db/company-zones.js';
import { loadWindowDays } from '../db/experiment-units.js';
import { listRefusals, type Refusals } from '../db/refusals.js';
import {
  type AnalysisTotals,
  type OptionCount,
  readAnalysisDays,
  readAnalysisTotals,
  readInteractionDays,
  readOptions,
  readVariants,
  type VariantTotals,
} from '../db/report-facts.js';
import {
  type NamedTotals,
  readBreakdown,
  readDays,
  readSteps,
  readTotals,
  type StepRow,
  type SumFilter,
  type Totals,
} from '../db/report-sums.js';
import { readActivity } from '../db/shop-activity.js';
import { loadProgress, type ProgressName } from '../db/sum-progress.js';

/** Days of a report that names none. */
const DEFAULT_DAYS = 28;
const MAX_DAYS = 400;

export interface ReportQuery extends Omit<SumFilter, 'from' | 'to'> {
  from: string | undefined;
  to: string | undefined;
  /** The company's zone now. */
  timeZone: string;
}

export interface ReportFrame {
  from: ZonedDay;
  to: ZonedDay;
  timeZone: string;
  asOf: Date;
  completeUntil: Date | undefined;
}

export interface VisitReports {
  overview(query: ReportQuery): Promise<{
    frame: ReportFrame;
    current: Totals;
    previous: Totals;
    days: NamedTotals[];
    currentAnalyses: AnalysisTotals;
    previousAnalyses: AnalysisTotals;
    analysisDays: { name: string; count: number }[];
    /** Page loads of shop pages by event type. */
    shop: { name: string; count: number }[];
    refused: Refusals[];
  }>;
  steps(
    query: ReportQuery,
  ): Promise<{ frame: ReportFrame; versionId: string | undefined; versions: NamedTotals[]; steps: StepRow[] }>;
  sources(query: ReportQuery): Promise<{
    frame: ReportFrame;
    sources: NamedTotals[];
    locales: NamedTotals[];
    devices: NamedTotals[];
    versions: NamedTotals[];
  }>;
  answers(query: ReportQuery): Promise<{ frame: ReportFrame; totals: AnalysisTotals; options: OptionCount[] }>;
  /**
   * @param candidates - variants of which those that were never shown are named.
   * @param isOnlyCandidates - no other variants are listed.
   */
  matches(
    query: ReportQuery,
    candidates: readonly string[],
    isOnlyCandidates: boolean,
  ): Promise<{
    frame: ReportFrame;
    totals: AnalysisTotals;
    variants: VariantTotals[];
    carted: CartedVariant[];
    neverShownVariantIds: string[];
    days: { name: string; analyses: number; interactions: VariantTotals['interactions'] }[];
    attributionDays: number;
    /** Analyses of this day and later ones may still be credited with orders. */
    openSinceDay: ZonedDay;
  }>;
}

/**
 * Figures of visits, from the sums of days. docs/insight.md N12.
 * @param deps.onZone - the company's zone is another one than that of its sums, which were marked to be made again.
 */
export function visitReports(deps: { db: Knex; clock: Clock; onZone(): void }): VisitReports {
  const { db, clock } = deps;
  async function read<T extends object>(
    query: ReportQuery,
    source: ProgressName,
    work: (trx: Knex.Transaction, filter: SumFilter) => Promise<T>,
  ): Promise<T & { frame: ReportFrame }> {
    const completeUntil = await loadProgress(db, source);
    const { companyId } = query;
    let hasChanged = false;
    const report = await forCompany(db, companyId, async (trx) => {
      const timeZone = await loadTimeZone(trx, companyId);
      const asOf = clock.now();
      const filter = { ...query, ...toPeriod(query, zonedDay(asOf, timeZone)) };
      const result = await work(trx, filter);
      hasChanged = await followTimeZone(trx, companyId, query.timeZone);
      return { ...result, frame: { from: filter.from, to: filter.to, timeZone, asOf, completeUntil } };
    });
    if (hasChanged) deps.onZone();
    return report;
  }

  return {
    overview: (query) =>
      read(query, 'visits', async (trx, filter) => ({
        current: await readTotals(trx, filter),
        previous: await readTotals(trx, before(filter)),
        days: await readDays(trx, filter),
        currentAnalyses: await readAnalysisTotals(trx, filter),
        previousAnalyses: await readAnalysisTotals(trx, before(filter)),
        analysisDays: await readAnalysisDays(trx, filter),
        shop: await readActivity(trx, filter),
        refused: await listRefusals(trx, filter, ['VISIT']),
      })),
    steps: (query) =>
      read(query, 'visits', async (trx, filter) => {
        const versions = await readBreakdown(trx, { ...filter, versionId: undefined }, 'version_id');
        const versionId = filter.versionId ?? versions[0]?.name;
        return { versionId, versions, steps: versionId ? await readSteps(trx, { ...filter, versionId }) : [] };
      }),
    sources: (query) =>
      read(query, 'visits', async (trx, filter) => ({
        sources: await readBreakdown(trx, filter, 'source'),
        locales: await readBreakdown(trx, filter, 'locale'),
        devices: await readBreakdown(trx, filter, 'device'),
        versions: await readBreakdown(trx, filter, 'version_id'),
      })),
    answers: (query) =>
      read(query, 'analyses', async (trx, filter) => ({
        totals: await readAnalysisTotals(trx, filter),
        options: await readOptions(trx, filter),
      })),
    matches: (query, candidates, isOnlyCandidates) =>
      read(query, 'analyses', async (trx, filter) => {
        const { variants, carted, neverShown } = await readVariants(trx, filter, candidates, isOnlyCandidates);
        return {
          ...{ variants, carted, neverShownVariantIds: neverShown },
          totals: await readAnalysisTotals(trx, filter),
          days: await readInteractionDays(trx, filter),
          attributionDays: await loadWindowDays(trx, query.companyId),
        };
      }).then(async (report) => ({
        ...report,
        openSinceDay: addDays(zonedDay(report.frame.asOf, report.frame.timeZone), -report.attributionDays),
      })),
  };
}

/** @throws ServiceError INVALID_QUERY. */
function toPeriod({ from, to }: ReportQuery, today: ZonedDay): { from: ZonedDay; to: ZonedDay } {
  const last = to === undefined ? today : toDay(to, 'to');
  const first = from === undefined ? addDays(last, 1 - DEFAULT_DAYS) : toDay(from, 'from');
  if (first > last) throw new ServiceError('INVALID_QUERY', 'from must not be after to.');
  if (countDays(first, last) > MAX_DAYS) {
    throw new ServiceError('INVALID_QUERY', `from and to must be at most ${MAX_DAYS} days apart, both included.`);
  }
  return { from: first, to: last };
}

function toDay(text: string, name: string): ZonedDay {
  const isDay = /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
  if (!isDay) throw new ServiceError('INVALID_QUERY', `${name} must be a day such as 2026-11-21.`);
  return text;
}

const countDays = (from: ZonedDay, to: ZonedDay): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** As many days, immediately before. */
function before(filter: SumFilter): SumFilter {
  const days = countDays(filter.from, filter.to);
  return { ...filter, from: addDays(filter.from, -days), to: addDays(filter.from, -1) };
}

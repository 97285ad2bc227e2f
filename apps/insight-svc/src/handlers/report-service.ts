import { type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import {
  type NamedTotals as NamedTotalsMessage,
  type ReportFilter,
  type ReportFrame as ReportFrameMessage,
  ReportServiceService,
  refusalKinds,
} from '@svc/proto';
import type { NamedTotals, StepRow } from '../db/report-sums.js';
import { percentile } from '../domain/sums/time-classes.js';
import type { hoursAround } from '../usecases/hours-around.js';
import type { ReportFrame, ReportQuery, VisitReports } from '../usecases/visit-reports.js';

/** Figures for merchants. */
export function createReportService(reports: VisitReports, getHours: ReturnType<typeof hoursAround>) {
  const handlers: Handlers<typeof ReportServiceService> = {
    async getOverview({ filter }) {
      const { frame, days, refused, ...totals } = await reports.overview(toQuery(filter));
      return {
        ...{ frame: toFrame(frame), days: days.map(toNamed), ...totals },
        refused: refused.map(({ kind, ...one }) => ({ ...one, kind: refusalKinds.fromName(kind) })),
      };
    },
    async getSteps({ filter }) {
      const { frame, versionId = '', versions, steps } = await reports.steps(toQuery(filter));
      return { frame: toFrame(frame), versionId, versions: versions.map(toNamed), steps: steps.map(toStep) };
    },
    async getSources({ filter }) {
      const { frame, sources, locales, devices, versions } = await reports.sources(toQuery(filter));
      return {
        frame: toFrame(frame),
        sources: sources.map(toNamed),
        locales: locales.map(toNamed),
        devices: devices.map(toNamed),
        versions: versions.map(toNamed),
      };
    },
    async getAnswers({ filter }) {
      const { frame, ...answers } = await reports.answers(toQuery(filter));
      return { frame: toFrame(frame), ...answers };
    },
    async getMatches({ filter, candidateVariantIds, onlyCandidates }) {
      const { frame, ...matches } = await reports.matches(toQuery(filter), candidateVariantIds, onlyCandidates);
      return { frame: toFrame(frame), ...matches };
    },
    async getHours({ companyId, funnelId, atTime }) {
      if (!atTime) throw new ServiceError('INVALID_REQUEST', 'A time must be given.');
      const { before, after, until } = await getHours({ companyId, funnelId, at: atTime });
      return { before, after, untilTime: until };
    },
  };
  return service(ReportServiceService, withoutNul(handlers));
}

function toQuery(filter: ReportFilter | undefined): ReportQuery {
  if (!filter) throw new ServiceError('INVALID_REQUEST', 'A filter must be given.');
  const { companyId, funnelId, fromDay, toDay, versionId, locale, source, timeZone } = filter;
  return {
    ...{ companyId, funnelId, timeZone, source },
    from: fromDay || undefined,
    to: toDay || undefined,
    versionId: versionId || undefined,
    locale: locale || undefined,
  };
}

const toFrame = ({ from, to, timeZone, asOf, completeUntil }: ReportFrame): ReportFrameMessage => ({
  ...{ fromDay: from, toDay: to, timeZone, asOfTime: asOf },
  ...(completeUntil ? { completeUntilTime: completeUntil } : {}),
});

const toNamed = ({ name, ...totals }: NamedTotals): NamedTotalsMessage => ({ name, totals });

function toStep({ times, ...step }: StepRow) {
  const [medianMs, p90Ms] = [percentile(times, 0.5), percentile(times, 0.9)];
  return { ...step, ...(medianMs === undefined ? {} : { medianMs }), ...(p90Ms === undefined ? {} : { p90Ms }) };
}

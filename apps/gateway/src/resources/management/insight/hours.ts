import { funnelNotFound, ServiceError } from '@svc/kit';
import type { HourFigures } from '@svc/proto';
import { requiredTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, sendJson } from '../../../route/answer.js';
import { optional } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { hoursExample } from './hours-examples.js';
import { funnelOfReport } from './insight.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

const HOUR_MS = 60 * 60_000;

const at = optional(
  {
    description: 'A time, UTC, at most 30 days ago: for example that of a release. Default: an hour ago.',
    example: '2026-11-27T14:02:10Z',
    schema: { type: 'string', format: 'date-time' },
  },
  (value, name) => {
    if (TIME.test(value) && !Number.isNaN(Date.parse(value))) return new Date(value);
    throw new ServiceError('INVALID_QUERY', `${name} must be a time in UTC, for example 2026-11-27T14:02:10Z.`);
  },
);

const getInsightHours = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/insight/hours`,
  id: 'getInsightHours',
  permission: 'manage:insight.read',
  summary: 'A funnel in the hour before a time and the hour after it',
  description: 'Visits, starts, finishes, and analyses whose match was shown, immediately and not from sums of days.',
  params: company,
  query: { funnel: funnelOfReport, at },
  queryStrictness: 'keys',
  answers: { 200: json('The figures.', 'InsightHours', { hours: hoursExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const time = query.at ?? new Date(Date.now() - HOUR_MS);
      const { companyId } = await getCompany(clients, params);
      const { funnels } = await clients.funnel.getCompanyState({ companyId });
      const found = funnels.find(({ subdomain }) => subdomain === query.funnel);
      if (!found) throw funnelNotFound();
      const answer = await clients.reports.getHours({ companyId, funnelId: found.funnelId, atTime: time });
      return sendJson(200, {
        funnel: query.funnel,
        at: time.toISOString(),
        until: requiredTime(answer.untilTime),
        before: present(answer.before),
        after: present(answer.after),
      });
    },
});

/** Figures around a release. docs/insight.md N23. */
export const insightHours = [getInsightHours];

function present(figures: HourFigures | undefined) {
  const { visits, analyses, shown } = requirePart(figures);
  return { ...requirePart(visits), analyses, shown };
}

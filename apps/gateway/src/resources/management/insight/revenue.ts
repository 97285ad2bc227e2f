import { addDays, utcDay, zonedDay } from '@svc/domain';
import { ServiceError, systemClock } from '@svc/kit';
import { orderKinds } from '@svc/proto';
import type { Clients } from '../../../clients.js';
import { VERSION_ID } from '../../../openapi/example-ids.js';
import { json, plainContent, sendBody, sendJson } from '../../../route/answer.js';
import { locale, optional, optionalId, subdomain, type ValuesOf } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { findFunnel } from '../funnels/find-funnel.js';
import { COMPANY, company as companyParameter, getCompany, management } from '../management.js';
import { loadCart } from './load-matches.js';
import { parseTimezone } from './parse-timezone.js';
import { loadPlaceRevenue } from './place-revenue.js';
import { revenueCsvExample, revenueExample } from './revenue-examples.js';
import { toPlaceRevenueCsv, toRevenueCsv, toRevenueReport, toVariantRevenueCsv } from './revenue-report.js';
import type { RevenueReport } from './revenue-schema.js';
import { source } from './source.js';
import { loadVariantRevenue } from './variant-revenue.js';

const DEFAULT_DAYS = 28;

function parseDay(value: string, name: string): string {
  const time = Date.parse(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(time) && utcDay(new Date(time)) === value) return value;
  throw new ServiceError('INVALID_QUERY', `${name} must be a day such as 2026-11-21.`);
}

const daySchema = { type: 'string', format: 'date' };
const KINDS = { verified: 'VERIFIED', reported: 'REPORTED' } as const;
type KindName = keyof typeof KINDS;
const isKind = (value: string): value is KindName => Object.hasOwn(KINDS, value);

const filter = {
  funnel: subdomain('Sub-domain: only what is attributed to analyses of this funnel.'),
  from: optional(
    { description: 'First day. Default: 27 days before the last one.', example: '2026-11-01', schema: daySchema },
    parseDay,
  ),
  to: optional({ description: 'Last day. Default: today.', example: '2026-11-24', schema: daySchema }, parseDay),
  timezone: optional(
    { description: 'Of the days. Default: that of the company.', example: 'Europe/Berlin' },
    parseTimezone,
  ),
  version: optionalId('Only what is attributed to analyses of this version.', VERSION_ID),
  locale: locale('Only what is attributed to analyses in this language.'),
  source: source('Only what is attributed to analyses with this tracking source; empty: those without one.'),
  kind: optional(
    {
      description: 'Only orders that a server reported (`verified`), or only those of browsers (`reported`).',
      example: 'verified',
      schema: { type: 'string', enum: ['verified', 'reported'] },
    },
    (value, name) => {
      if (isKind(value)) return value;
      throw new ServiceError('INVALID_QUERY', `${name} must be verified or reported.`);
    },
  ),
};
const ROWS = ['day', 'variant', 'tab', 'rule'] as const;
const by = optional(
  { description: 'What the rows are. Default: `day`.', example: 'day', schema: { type: 'string', enum: [...ROWS] } },
  (value, name) => {
    const found = ROWS.find((row) => row === value);
    if (found !== undefined) return found;
    throw new ServiceError('INVALID_QUERY', `${name} must be one of ${ROWS.join(', ')}.`);
  },
);
type Filter = ValuesOf<typeof filter>;

async function loadReport(clients: Clients, { handle }: { handle: string }, query: Filter) {
  const now = systemClock.now();
  const { funnel } = query;
  const company = await getCompany(clients, { handle });
  const timeZone = query.timezone ?? company.timeZone ?? 'UTC';
  const toDayText = query.to ?? zonedDay(now, timeZone);
  const fromDay = query.from ?? addDays(toDayText, 1 - DEFAULT_DAYS);
  const found = funnel === undefined ? company : await findFunnel(clients, { handle, subdomain: funnel });
  const answer = await clients.orders.getRevenue({
    companyId: found.companyId,
    ...{ fromDay, toDay: toDayText, timeZone, companyTimeZone: company.timeZone ?? 'UTC' },
    ...('funnelId' in found ? { funnelId: found.funnelId } : {}),
    ...(query.version === undefined ? {} : { versionId: query.version }),
    ...(query.locale === undefined ? {} : { locale: query.locale.toLowerCase() }),
    ...(query.source === undefined ? {} : { source: query.source }),
    ...(query.kind === undefined ? {} : { kind: orderKinds.fromName(KINDS[query.kind]) }),
  });
  const [cart, variants, places] = await Promise.all([
    loadCart(clients, found.companyId, answer.carted),
    loadVariantRevenue(clients, found.companyId, answer.variants),
    loadPlaceRevenue(clients, found.companyId, answer),
  ]);
  return {
    report: { ...toRevenueReport(answer, { timezone: timeZone, now, kind: query.kind }), cart, variants, ...places },
    filter: {
      ...(funnel === undefined ? {} : { funnel }),
      ...(query.version === undefined ? {} : { version: query.version }),
      ...(query.locale === undefined ? {} : { locale: query.locale }),
      ...(query.source === undefined ? {} : { source: query.source }),
      ...(query.kind === undefined ? {} : { kind: query.kind }),
      ...{ from: fromDay, to: toDayText },
    },
  };
}

const shared = {
  ...management,
  method: 'GET',
  params: companyParameter,
  query: filter,
  queryStrictness: 'keys',
  errors: ['NOT_FOUND', 'INVALID_REQUEST'],
} as const;

const getRevenue = route({
  ...shared,
  path: `${COMPANY}/insight/revenue`,
  id: 'getRevenue',
  permission: 'manage:insight.read',
  summary: 'Revenue that analyses are credited with',
  description:
    'Of orders that were reported, by day of the order: currencies, verified and reported orders, confirmed and claimed, direct and assisted ' +
    'are kept apart. Lines without an analysis are the base of comparison. At most 400 days. Also by variant, of orders that are kept, by tab of ' +
    'the result page, and by rule.',
  answers: { 200: json('The report.', 'RevenueReport', { report: revenueExample }) },
  handler:
    ({ clients }) =>
    async ({ params, query }) =>
      sendJson(200, (await loadReport(clients, params, query)).report),
});

const TABLES: Record<
  (typeof ROWS)[number],
  { name: string; write: (report: RevenueReport, filter: Record<string, string>) => string }
> = {
  day: { name: 'revenue', write: toRevenueCsv },
  variant: { name: 'revenue-variants', write: toVariantRevenueCsv },
  tab: { name: 'revenue-tabs', write: toPlaceRevenueCsv('tabs') },
  rule: { name: 'revenue-rules', write: toPlaceRevenueCsv('rules') },
};

const exportRevenue = route({
  ...shared,
  query: { ...filter, by },
  path: `${COMPANY}/insight/revenue.csv`,
  id: 'exportRevenue',
  permission: 'manage:insight.export',
  audit: 'always',
  summary: 'The same as a table for spreadsheets',
  description: 'UTF-8 with a byte order mark, RFC 4180; no cell is taken for a formula.',
  answers: { 200: { description: 'The table.', content: plainContent('text/csv', revenueCsvExample) } },
  handler:
    ({ clients }) =>
    async ({ params, query: { by: rows, ...query } }) => {
      const loaded = await loadReport(clients, params, query);
      const { name, write } = TABLES[rows ?? 'day'];
      return sendBody(200, 'text/csv; charset=utf-8', Buffer.from(write(loaded.report, loaded.filter)), {
        'Content-Disposition': `attachment; filename="${name}-${params.handle}.csv"`,
      });
    },
});

/** What analyses earn. docs/insight.md N7. */
export const revenue = [getRevenue, exportRevenue];

import { isHandle, MAX_TEXT_LENGTH } from '@svc/domain';
import { funnelNotFound, ServiceError } from '@svc/kit';
import type { ReportFilter } from '@svc/proto';
import type { Clients } from '../../../clients.js';
import { VERSION_ID } from '../../../openapi/example-ids.js';
import { json, plainContent, sendBody, sendJson } from '../../../route/answer.js';
import { locale, optional, optionalId, type Parameter, type ValuesOf } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import type { ReportedStep } from './fold-answers.js';
import {
  answersExample,
  csvExample,
  matchesExample,
  overviewExample,
  sourcesExample,
  stepsExample,
} from './insight-examples.js';
import { loadMatchReport } from './load-matches.js';
import { parseTimezone } from './parse-timezone.js';
import { presentAnswers } from './present-answers.js';
import type { presentMatches } from './present-matches.js';
import { type NamedStep, presentOverview, presentSources, presentSteps } from './present-reports.js';
import { answersCsv, matchesCsv, overviewCsv, type ReportFilters, sourcesCsv, stepsCsv } from './report-csv.js';
import { source } from './source.js';

/** The funnel that a report is about. */
export const funnelOfReport: Parameter<string> = {
  description: 'Sub-domain of the funnel.',
  example: 'beauty',
  required: true,
  read: (values) => {
    const [value] = values;
    if (value !== undefined && values.length === 1 && isHandle(value)) return value;
    throw new ServiceError('INVALID_QUERY', 'funnel must be the sub-domain of one funnel, for example beauty.');
  },
};

/** insight-svc says which days are none. */
const day = (description: string, example: string) =>
  optional({ description, example, schema: { type: 'string', format: 'date' } }, (value, name) => {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return value;
    throw new ServiceError('INVALID_QUERY', `${name} must be a day such as 2026-11-21.`);
  });

const filter = {
  funnel: funnelOfReport,
  from: day('First day, in the company’s time zone. Default: 27 days before `to`.', '2026-11-01'),
  to: day('Last day, inclusive; at most 400 days. Default: today.', '2026-11-21'),
  version: optionalId('Visits of this version only.', VERSION_ID),
  locale: locale('Visits in this language only.'),
  source: source('Visits with this tracking source only; empty: those without one.'),
  timezone: optional(
    {
      description:
        'A time zone, as for `/insight/revenue`. The days of this report are always those of the company: `timeZone` of the answer names their zone.',
      example: 'Europe/Berlin',
    },
    parseTimezone,
  ),
};
/** Of the report of matches. */
const ofProduct = {
  product: optional(
    {
      description:
        'Variants of this product only: of `variants`, `cartValue` and `neverMatched`. The other figures stay.',
      example: 'P1',
    },
    (value, name) => {
      if (value !== '' && value.length <= MAX_TEXT_LENGTH && !value.includes('\0')) return value;
      throw new ServiceError(
        'INVALID_QUERY',
        `${name} must be the id of a product, of at most ${MAX_TEXT_LENGTH} characters.`,
      );
    },
  ),
};
type Filter = ValuesOf<typeof filter> & Partial<ValuesOf<typeof ofProduct>>;

/** The funnel, archived ones too: their figures stay. Fails with NOT_FOUND. */
async function toRequest(
  clients: Pick<Clients, 'funnel' | 'funnelAdmin'>,
  params: { handle: string },
  query: Filter,
): Promise<{ filter: ReportFilter; language: string; publishedVersionId: string | undefined }> {
  const { companyId, language, timeZone = 'UTC' } = await getCompany(clients, params);
  const { funnels } = await clients.funnel.getCompanyState({ companyId });
  const found = funnels.find(({ subdomain }) => subdomain === query.funnel);
  if (!found) throw funnelNotFound();
  const request = {
    ...{ companyId, funnelId: found.funnelId, fromDay: query.from ?? '', toDay: query.to ?? '', timeZone },
    versionId: query.version ?? '',
    locale: query.locale?.toLowerCase() ?? '',
    ...(query.source === undefined ? {} : { source: query.source }),
  };
  return { filter: request, language, publishedVersionId: found.publishedVersionId };
}

type LoadReport<T> = (clients: Clients, params: { handle: string }, query: Filter) => Promise<T>;

const loadOverview: LoadReport<ReturnType<typeof presentOverview>> = async (clients, params, query) => {
  const { filter } = await toRequest(clients, params, query);
  return presentOverview(await clients.reports.getOverview({ filter }), query.funnel);
};

const loadSources: LoadReport<ReturnType<typeof presentSources>> = async (clients, params, query) => {
  const { filter } = await toRequest(clients, params, query);
  return presentSources(await clients.reports.getSources({ filter }), query.funnel);
};

const loadAnswers: LoadReport<ReturnType<typeof presentAnswers>> = async (clients, params, query) => {
  const { filter, language, publishedVersionId } = await toRequest(clients, params, query);
  const versionId = query.version ?? publishedVersionId;
  const answer = await clients.reports.getAnswers({ filter });
  const version = { companyId: filter.companyId, subdomain: query.funnel };
  const steps = versionId ? await loadVersionSteps<ReportedStep>(clients, { ...version, versionId }) : [];
  return presentAnswers(answer, query.funnel, { versionId, steps, language });
};

const loadMatches: LoadReport<ReturnType<typeof presentMatches>> = async (clients, params, query) => {
  const { filter } = await toRequest(clients, params, query);
  return loadMatchReport(clients, filter, query.funnel, query.product);
};

const loadSteps: LoadReport<ReturnType<typeof presentSteps>> = async (clients, params, query) => {
  const { filter, language } = await toRequest(clients, params, query);
  const answer = await clients.reports.getSteps({ filter });
  const { companyId } = filter;
  const steps = answer.versionId
    ? await loadVersionSteps<NamedStep>(clients, { companyId, subdomain: query.funnel, versionId: answer.versionId })
    : [];
  return presentSteps(answer, query.funnel, { steps, language });
};

/** Without the version, the figures stay; the steps have no titles then. */
async function loadVersionSteps<Step>(
  { funnelAdmin }: Pick<Clients, 'funnelAdmin'>,
  version: { companyId: string; subdomain: string; versionId: string },
): Promise<Step[]> {
  try {
    const { stepsJson } = await funnelAdmin.describeVersion(version);
    return JSON.parse(Buffer.from(stepsJson).toString()) as Step[];
  } catch (error) {
    if (error instanceof ServiceError && ['VERSION_NOT_FOUND', 'NOT_FOUND'].includes(error.code)) return [];
    throw error;
  }
}

const FRAME =
  'Days are those of the company’s time zone (`settings.timeZone`). Figures follow visits within about a minute; `completeUntil` says until when.';

/** A report, and the same as a table. */
function report<T>(options: {
  name: string;
  schemaId: string;
  ids: [report: string, table: string];
  summary: string;
  description: string;
  example: T;
  load: LoadReport<T>;
  /** Parameters that other reports do not have. */
  more?: Record<string, Parameter<unknown>>;
  toCsv(found: T, filters: ReportFilters): string;
}) {
  const { name, summary, load } = options;
  const query: typeof filter = { ...filter, ...options.more };
  const shared = { ...management, method: 'GET', params: company, query, queryStrictness: 'keys' } as const;
  return [
    route({
      ...shared,
      path: `${COMPANY}/insight/${name}`,
      id: options.ids[0],
      permission: 'manage:insight.read',
      summary,
      description: `${options.description} ${FRAME}`,
      answers: { 200: json('The report.', options.schemaId, { report: options.example }) },
      errors: ['NOT_FOUND'],
      handler:
        ({ clients }) =>
        async ({ params, query: asked }) =>
          sendJson(200, await load(clients, params, asked)),
    }),
    route({
      ...shared,
      path: `${COMPANY}/insight/${name}.csv`,
      id: options.ids[1],
      audit: 'always',
      permission: 'manage:insight.export',
      summary: `${summary}, as a table`,
      description:
        'The same figures. The first lines say what is counted. Cells that a spreadsheet would take for a formula begin with an apostrophe.',
      answers: { 200: { description: 'UTF-8 with a byte order mark.', content: plainContent('text/csv', csvExample) } },
      errors: ['NOT_FOUND'],
      handler:
        ({ clients }) =>
        async ({ params, query: asked }: { params: { handle: string }; query: Filter }) => {
          const { locale: Language, source: Source, version: Version, product: Product } = asked;
          const csv = options.toCsv(await load(clients, params, asked), { Language, Source, Version, Product });
          return sendBody(200, 'text/csv; charset=utf-8', Buffer.from(csv), {
            'Content-Disposition': `attachment; filename="${name}-${asked.funnel}.csv"`,
          });
        },
    }),
  ];
}

/** Figures of visits. docs/insight.md N12. */
export const insight = [
  ...report({
    name: 'overview',
    schemaId: 'InsightOverview',
    ids: ['getInsightOverview', 'exportInsightOverview'],
    summary: 'Visits, starts and finishes of a funnel',
    description: 'Of the period, of the one before, and by day.',
    example: overviewExample as ReturnType<typeof presentOverview>,
    load: loadOverview,
    toCsv: overviewCsv,
  }),
  ...report({
    name: 'steps',
    schemaId: 'InsightSteps',
    ids: ['getInsightSteps', 'exportInsightSteps'],
    summary: 'Where visits of a funnel end',
    description: 'The questions of one version: that of the query, otherwise the one with the most visits.',
    example: stepsExample,
    load: loadSteps,
    toCsv: stepsCsv,
  }),
  ...report({
    name: 'sources',
    schemaId: 'InsightSources',
    ids: ['getInsightSources', 'exportInsightSources'],
    summary: 'Where visits of a funnel come from',
    description: 'By tracking source, language, device and version.',
    example: sourcesExample,
    load: loadSources,
    toCsv: sourcesCsv,
  }),
  ...report({
    name: 'answers',
    schemaId: 'InsightAnswers',
    ids: ['getInsightAnswers', 'exportInsightAnswers'],
    summary: 'What shoppers answer',
    description:
      'By question and answer of one version: that of the query, otherwise the published one. Analyses of all versions count; with ' +
      '`version`, those of this one only. Answers of fewer than 5 shoppers have no figures.',
    example: answersExample,
    load: loadAnswers,
    toCsv: answersCsv,
  }),
  ...report({
    name: 'matches',
    schemaId: 'InsightMatches',
    ids: ['getInsightMatches', 'exportInsightMatches'],
    summary: 'What shoppers do with their matches',
    description: 'Analyses by variant: shown, clicked, added to the cart, bought; and variants that were never shown.',
    example: matchesExample,
    load: loadMatches,
    more: ofProduct,
    toCsv: matchesCsv,
  }),
];

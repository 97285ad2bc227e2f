import { funnelNotFound } from '@svc/kit';
import { ExperimentEnd } from '@svc/proto';
import type { Clients } from '../../../clients.js';
import { requirePart } from '../../../messages/require-part.js';
import { EXPERIMENT_ID } from '../../../openapi/example-ids.js';
import { json, page, plainContent, sendBody, sendJson, sendPage } from '../../../route/answer.js';
import { jsonBody, optionalJsonBody } from '../../../route/body.js';
import { paging, pathId, subdomain, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { experimentExample, requestExamples, resultsCsvExample, resultsExample } from './experiment-examples.js';
import { experimentChange, experimentRequest, experimentStart } from './experiment-schema.js';
import { presentExperiment, presentResults } from './present-experiment.js';
import { toResultsCsv } from './results-csv.js';
import { checkVisitorsAreKept, endPublished, runTest } from './running-tests.js';
import { checkArms, mergeDesign, toNewDesign } from './to-design.js';

const EXPERIMENTS = `${COMPANY}/experiments`;
const EXPERIMENT = `${EXPERIMENTS}/{experimentId}`;
const MAX_BODY_BYTES = 1_048_576;

const experiment = { ...company, experimentId: pathId('Id of the test.', EXPERIMENT_ID) };
const shared = { ...management, params: experiment } as const;
const read = { ...shared, method: 'GET', permission: 'manage:insight.read', errors: ['NOT_FOUND'] } as const;
const write = { ...shared, permission: 'manage:experiment.write' } as const;
const shown = (description: string) => ({ 200: json(description, 'Experiment', { experiment: experimentExample }) });

/** Sub-domains of the company's funnels, archived ones too: their tests stay. */
async function loadSubdomains({ funnel }: Pick<Clients, 'funnel'>, companyId: string) {
  const { funnels } = await funnel.getCompanyState({ companyId });
  const subdomains = new Map(funnels.map(({ funnelId, subdomain }) => [funnelId, subdomain]));
  return (funnelId: string) => subdomains.get(funnelId);
}

/** One test, as it is now. Fails with NOT_FOUND. */
async function loadExperiments(clients: Clients, key: { companyId: string; experimentId: string }) {
  const { experiment: found } = await clients.experiments.getExperiment(key);
  return endPublished(clients, key.companyId, [requirePart(found)]);
}

const createExperiment = route({
  ...write,
  params: company,
  method: 'POST',
  path: EXPERIMENTS,
  id: 'createExperiment',
  summary: 'Make a draft of a test',
  description:
    'What is left out can be added with PATCH. Before the start, a test has a hypothesis, one primary measure, the smallest difference worth ' +
    'knowing, and two or three arms.',
  body: jsonBody({
    schema: experimentRequest,
    schemaId: 'ExperimentRequest',
    examples: requestExamples,
    refused: 'The test was not stored',
    maxBytes: MAX_BODY_BYTES,
  }),
  answers: { 201: json('The draft, with its plan.', 'Experiment', { experiment: experimentExample }) },
  errors: ['NOT_FOUND'],
  describe:
    () =>
    ({ body: { funnel } }) =>
      funnel === undefined ? {} : { targets: { funnel } },
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      const { companyId, design } = await toNewDesign(clients, params, body);
      const { experiment: made } = await clients.experiments.createExperiment({ companyId, design });
      const body201 = presentExperiment(requirePart(made), () => body.funnel);
      ctx.state.audit?.add({ targets: { experiment: body201.id } });
      return sendJson(201, body201);
    },
});

const listExperiments = route({
  ...read,
  params: company,
  path: EXPERIMENTS,
  id: 'listExperiments',
  summary: 'Tests of a company, newest first',
  description: 'All of them, also those in the archive.',
  query: {
    ...paging,
    funnel: subdomain('Sub-domain: only tests of this funnel.'),
  },
  answers: { 200: page('ExperimentPage', experimentExample) },
  handler:
    ({ clients }) =>
    async ({ params, query: { funnel, ...paged } }) => {
      const { companyId } = await getCompany(clients, params);
      const { funnels } = await clients.funnel.getCompanyState({ companyId });
      const found = funnels.find(({ subdomain }) => subdomain === funnel);
      if (funnel !== undefined && !found) throw funnelNotFound();
      const getSubdomain = (id: string) => funnels.find(({ funnelId }) => funnelId === id)?.subdomain;
      const { experiments, nextPageToken } = await clients.experiments.listExperiments({
        ...{ companyId, funnelId: found?.funnelId ?? '', ...toPage(paged) },
      });
      return sendPage(
        (await endPublished(clients, companyId, experiments)).map((one) => presentExperiment(one, getSubdomain)),
        nextPageToken,
      );
    },
});

const getExperiment = route({
  ...read,
  path: EXPERIMENT,
  id: 'getExperiment',
  summary: 'A test',
  description: 'A draft has the plan that follows from the last 28 days.',
  answers: shown('The test.'),
  handler:
    ({ clients }) =>
    async ({ params: { handle, experimentId } }) => {
      const { companyId } = await getCompany(clients, { handle });
      const [found] = await loadExperiments(clients, { companyId, experimentId });
      return sendJson(200, presentExperiment(requirePart(found), await loadSubdomains(clients, companyId)));
    },
});

const changeExperiment = route({
  ...write,
  method: 'PATCH',
  path: EXPERIMENT,
  id: 'changeExperiment',
  summary: 'Change a draft, rename a test, or put it into the archive',
  description:
    'Of a test that has begun only the name changes: another change of it is CONFLICT, weights included. A given list replaces the list.',
  body: jsonBody({
    schema: experimentChange,
    schemaId: 'ExperimentChange',
    examples: { draft: { minimumEffect: 0.02, revision: 1 }, archive: { archived: true } },
    refused: 'The test was not changed',
    maxBytes: MAX_BODY_BYTES,
  }),
  answers: shown('The changed test.'),
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  describe:
    () =>
    ({ params: { experimentId } }) => ({ targets: { experiment: experimentId } }),
  handler:
    ({ clients }) =>
    async ({ params: { handle, experimentId }, body }) => {
      const { companyId } = await getCompany(clients, { handle });
      const getSubdomain = await loadSubdomains(clients, companyId);
      const { experiment: before } = await clients.experiments.getExperiment({ companyId, experimentId });
      const { design: given, revision } = requirePart(before);
      const design = mergeDesign(requirePart(given), body);
      const subdomain = getSubdomain(design.funnelId);
      if (body.arms) await checkArms(clients, subdomain, companyId, design);
      const { experiment: changed } = await clients.experiments.updateExperiment({
        ...{ companyId, experimentId, design, archive: body.archived === true },
        // The design above was merged with this revision.
        expectedRevision: body.revision ?? revision,
      });
      return sendJson(200, presentExperiment(requirePart(changed), getSubdomain));
    },
});

const startExperiment = route({
  ...write,
  method: 'POST',
  path: `${EXPERIMENT}/start`,
  id: 'startExperiment',
  summary: 'Start a test',
  description:
    'Plan and cap of revenue are fixed now. One test of the questionnaire and one of matching run on a funnel, and one holdout of the company. A ' +
    'repeated start changes nothing. CONFLICT: another one runs, or a holdout where settings.tracking.visitId is not STORAGE.',
  body: optionalJsonBody({
    schema: experimentStart,
    schemaId: 'ExperimentStart',
    examples: { now: {}, dryCheck: { dryCheck: true } },
    refused: 'The test was not started',
  }),
  answers: shown('The test, running or in its dry check.'),
  errors: ['NOT_FOUND', 'CONFLICT'],
  describe:
    () =>
    ({ params: { experimentId } }) => ({ targets: { experiment: experimentId } }),
  handler:
    ({ clients }) =>
    async ({ params: { handle, experimentId }, body }) => {
      const { companyId, currency, keepsVisitors } = await getCompany(clients, { handle });
      const getSubdomain = await loadSubdomains(clients, companyId);
      await checkVisitorsAreKept(clients, { companyId, experimentId, keepsVisitors });
      const { experiment: started } = await clients.experiments.startExperiment({
        ...{ companyId, experimentId, dryCheck: body.dryCheck === true, currency },
      });
      const running = requirePart(started);
      await runTest(clients, companyId, running);
      return sendJson(200, presentExperiment(running, getSubdomain));
    },
});

const stopExperiment = route({
  ...write,
  method: 'POST',
  path: `${EXPERIMENT}/stop`,
  id: 'stopExperiment',
  summary: 'Stop a test',
  description: 'It is DECIDED if its primary measure has a result, otherwise STOPPED. A repeated stop changes nothing.',
  answers: shown('The ended test.'),
  errors: ['NOT_FOUND', 'CONFLICT'],
  describe:
    () =>
    ({ params: { experimentId } }) => ({ targets: { experiment: experimentId } }),
  handler:
    ({ clients }) =>
    async ({ params: { handle, experimentId } }) => {
      const { companyId } = await getCompany(clients, { handle });
      const getSubdomain = await loadSubdomains(clients, companyId);
      // A part that was published before ended it then.
      await loadExperiments(clients, { companyId, experimentId });
      await clients.funnelTests.endFunnelTest({ companyId, experimentId });
      const { experiment: stopped } = await clients.experiments.stopExperiment({
        ...{ companyId, experimentId, end: ExperimentEnd.EXPERIMENT_END_STOPPED },
      });
      return sendJson(200, presentExperiment(requirePart(stopped), getSubdomain));
    },
});

async function loadResults(clients: Clients, { handle, experimentId }: { handle: string; experimentId: string }) {
  const { companyId } = await getCompany(clients, { handle });
  const getSubdomain = await loadSubdomains(clients, companyId);
  await loadExperiments(clients, { companyId, experimentId });
  const answer = await clients.experiments.getExperimentResults({ companyId, experimentId });
  return presentResults(presentExperiment(requirePart(answer.experiment), getSubdomain), requirePart(answer.results));
}

const getExperimentResults = route({
  ...read,
  path: `${EXPERIMENT}/results`,
  id: 'getExperimentResults',
  summary: 'Results of a test',
  description:
    'Units, means and differences of each arm, with intervals that are valid at any time, the check of the shares, and sums by day. CONFLICT: ' +
    'the test has not started.',
  answers: { 200: json('The results so far.', 'ExperimentResults', { results: resultsExample }) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler:
    ({ clients }) =>
    async ({ params }) =>
      sendJson(200, await loadResults(clients, params)),
});

const exportExperimentResults = route({
  ...read,
  path: `${EXPERIMENT}/results.csv`,
  id: 'exportExperimentResults',
  permission: 'manage:insight.export',
  audit: 'always',
  summary: 'Sums of days of a test, as a table',
  description: 'UTF-8 with a byte order mark, RFC 4180; no cell is taken for a formula.',
  answers: { 200: { description: 'The table.', content: plainContent('text/csv', resultsCsvExample) } },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler:
    ({ clients }) =>
    async ({ params }) =>
      sendBody(200, 'text/csv; charset=utf-8', Buffer.from(toResultsCsv(await loadResults(clients, params))), {
        'Content-Disposition': `attachment; filename="test-${params.experimentId}.csv"`,
      }),
});

/** Tests of funnels. docs/insight.md N13. */
export const experiments = [
  createExperiment,
  listExperiments,
  getExperiment,
  changeExperiment,
  startExperiment,
  stopExperiment,
  getExperimentResults,
  exportExperimentResults,
];

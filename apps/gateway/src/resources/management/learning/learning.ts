import { describeLift } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import {
  BuildOutcome,
  buildOutcomes,
  explanationLanguages,
  fromCitedAnswer,
  type LastBuild,
  type ModelSummary,
} from '@svc/proto';
import { TIMEOUT_MS } from '../../../clients.js';
import { toIsoTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, page, sendJson, sendPage } from '../../../route/answer.js';
import { type Parameter, paging, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { loadCatalogNames } from '../catalog/catalog-names.js';
import { findFunnel } from '../funnels/find-funnel.js';
import { FUNNEL, funnel, management } from '../management.js';
import { learningReportExample, modelExample } from './learning-examples.js';

const MODELS = `${FUNNEL}/models`;

const getLearningReport = route({
  ...management,
  method: 'GET',
  path: `${FUNNEL}/learning`,
  id: 'getLearningReport',
  permission: 'manage:insight.read',
  summary: 'What Funnel AI learned',
  description:
    'Options with data, the strongest lifts in words of the company’s language (English or German), the model in force, and ' +
    'the outcome of the last build. It is the same whether Funnel AI is on or off.',
  params: funnel,
  answers: { 200: json('The report.', 'LearningReport', { report: learningReportExample }) },
  errors: ['MATCHER_FAILURE', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const key = await findFunnel(clients, params);
      const { report } = await clients.learning.getLearningReport(key);
      const { lifts, popular, options, lastBuild, ...rest } = requirePart(report);
      const language = explanationLanguages.toName(rest.language);
      const variantIds = [...lifts, ...popular].map(({ variantId }) => variantId);
      const { variants } = await loadCatalogNames(clients, key.companyId, { variantIds });
      const getName = (id: string) => variants.get(id) ?? id;
      return sendJson(200, {
        language,
        enabled: rest.enabled,
        model: rest.model ?? null,
        lastBuild: lastBuild ? presentBuild(lastBuild) : null,
        options: options.map((option) => ({ ...option, answers: option.answers.map(fromCitedAnswer) })),
        lifts: lifts.map((lift) => {
          const name = getName(lift.variantId);
          const answers = lift.answers.map(fromCitedAnswer);
          return { ...lift, answers, name, sentence: describeLift(language, lift, name) };
        }),
        popular: popular.map((variant) => ({ ...variant, name: getName(variant.variantId) })),
      });
    },
});

const listModels = route({
  ...management,
  method: 'GET',
  path: MODELS,
  id: 'listModels',
  permission: 'manage:insight.read',
  summary: 'Models of a funnel, newest first',
  description: 'The newest 30 are kept, and the one in force.',
  params: funnel,
  query: paging,
  answers: { 200: page('ModelPage', modelExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const key = await findFunnel(clients, params);
      const { models, nextPageToken } = await clients.learning.listModels({ ...key, ...toPage(query) });
      return sendPage(models.map(toModel), nextPageToken);
    },
});

const buildModel = route({
  ...management,
  method: 'POST',
  path: MODELS,
  id: 'buildModel',
  permission: 'manage:funnel.publish',
  summary: 'Build a model now',
  description:
    'From the current statistics; this also happens every hour. A new model is in force immediately, unless another one is ' +
    'pinned. Without enough data the last good one stays. While a build of the funnel runs it is 409 CONFLICT.',
  params: funnel,
  answers: {
    201: json('A new model.', 'ModelBuild', { built: { outcome: 'BUILT', reason: null, model: modelExample } }),
    200: json('No new model was built.', 'ModelBuild', {
      few: {
        outcome: 'TOO_FEW_IMPRESSIONS',
        reason: 'Learning requires at least 200 impressions.',
        model: null,
      },
    }),
  },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const key = await findFunnel(clients, params);
      const { outcome, reason, model } = await clients.learning.buildModel(key, { timeoutMs: TIMEOUT_MS.build });
      return sendJson(outcome === BuildOutcome.BUILD_OUTCOME_BUILT ? 201 : 200, {
        outcome: buildOutcomes.toName(outcome),
        reason: reason ?? null,
        model: model ? toModel(model) : null,
      });
    },
});

const version: Parameter<number | 'latest'> = {
  description: 'Number of a model, or latest.',
  example: '11',
  read: ([value = '']) => {
    if (value === 'latest') return value;
    if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
    throw new ServiceError('NOT_FOUND', "There is no such model; version must be a number of the list, or 'latest'.");
  },
};

const activateModel = route({
  ...management,
  method: 'POST',
  path: `${MODELS}/{version}/activate`,
  id: 'activateModel',
  permission: 'manage:funnel.publish',
  summary: 'Put a model in force',
  description:
    'Pins it: newer models do not replace it. latest puts the newest in force and removes the pin. Every match that starts ' +
    'two seconds after the answer uses it.',
  params: { ...funnel, version },
  answers: { 200: json('In force.', 'Model', { pinned: { ...modelExample, version: 11, pinned: true } }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const key = await findFunnel(clients, params);
      const { model } = await clients.learning.activateModel({
        ...key,
        model:
          params.version === 'latest' ? { $case: 'latest', value: true } : { $case: 'version', value: params.version },
      });
      if (!model) throw new Error('ActivateModel answered without a model');
      return sendJson(200, toModel(model));
    },
});

/** Funnel AI. docs/learning.md. */
export const learning = [getLearningReport, listModels, buildModel, activateModel];

const toModel = ({ buildTime, ...model }: ModelSummary) => ({ ...model, builtAt: toIsoTime(buildTime) });

const presentBuild = ({ outcome, reason, endTime, sessions, impressions }: LastBuild) => ({
  outcome: buildOutcomes.toName(outcome),
  reason: reason ?? null,
  endedAt: toIsoTime(endTime),
  sessions,
  impressions,
});

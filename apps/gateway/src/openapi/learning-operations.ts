import { admin, COMPANY, COMPANY_ERRORS, handle, list, paging, path, subdomain } from './admin-operation.js';
import { jsonContent, type Operation } from './operation.js';

const modelExample = {
  version: 12,
  builtAt: '2026-11-21T10:00:00.000Z',
  untilDay: '2026-11-21',
  days: 74,
  sessions: 5210,
  impressions: 48730,
  variants: 212,
  options: 21,
  active: true,
  pinned: false,
};
const drySkin = { answers: [{ stepId: 12, key: 'dryness' }], caption: 'Dry skin' };

const reportExample = {
  language: 'en',
  enabled: true,
  model: {
    version: 12,
    pinned: false,
    untilDay: '2026-11-21',
    days: 74,
    sessions: 5210,
    impressions: 48730,
    variants: 212,
  },
  lastBuild: {
    outcome: 'BUILT',
    reason: null,
    endedAt: '2026-11-21T10:00:00.000Z',
    sessions: 5210,
    impressions: 48730,
  },
  options: [{ ...drySkin, sessions: 1840, learned: true }],
  lifts: [
    {
      ...drySkin,
      variantId: 'V1007',
      name: 'Velvet Foundation – Ivory',
      times: 1.8,
      lambda: 0.587787,
      sentence: 'Shoppers who chose Dry skin choose Velvet Foundation – Ivory 1.8 × as often.',
    },
  ],
  popular: [{ variantId: 'V2041', name: 'Cloud Blush – Rose', times: 2.31 }],
};

const MODELS = `${COMPANY}/funnels/{subdomain}/models`;

/** Funnel AI. Matching, section 4. */
export const learningOperations: Operation[] = [
  admin({
    method: 'get',
    path: `${COMPANY}/funnels/{subdomain}/learning`,
    id: 'getLearningReport',
    summary: 'What Funnel AI learned',
    description:
      'Options with data, the strongest lifts in words of the company’s language (English or German), the model in force, and ' +
      'how the last build ended. It is the same whether Funnel AI is on or off.',
    parameters: [handle, subdomain],
    success: {
      200: { description: 'The report.', content: jsonContent('LearningReport', { report: reportExample }) },
    },
    errors: ['MATCHER_FAILURE', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'get',
    path: MODELS,
    id: 'listModels',
    summary: 'Models of a funnel, newest first',
    description: 'The newest 30 are kept, and the one in force.',
    parameters: [handle, subdomain, ...paging],
    success: list('ModelPage', modelExample),
    errors: ['INVALID_QUERY', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'post',
    path: MODELS,
    id: 'buildModel',
    summary: 'Build a model now',
    description:
      'From the statistics of now; it happens by itself every hour. A new model is in force at once, unless another one is ' +
      'pinned. Without enough data the last good one stays. While a build of the funnel runs it is 409 CONFLICT.',
    parameters: [handle, subdomain],
    success: {
      201: {
        description: 'A new model.',
        content: jsonContent('ModelBuild', { built: { outcome: 'BUILT', reason: null, model: modelExample } }),
      },
      200: {
        description: 'No new model came of it.',
        content: jsonContent('ModelBuild', {
          few: {
            outcome: 'TOO_FEW_IMPRESSIONS',
            reason: 'There are fewer than 200 impressions to learn from.',
            model: null,
          },
        }),
      },
    },
    errors: ['CONFLICT', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'post',
    path: `${MODELS}/{version}/activate`,
    id: 'activateModel',
    summary: 'Put a model in force',
    description:
      'Pins it: newer models do not replace it. latest puts the newest in force and takes the pin away. Every match that starts ' +
      'two seconds after the answer uses it.',
    parameters: [handle, subdomain, path('version', 'Number of a model, or latest.', '11')],
    success: {
      200: {
        description: 'In force.',
        content: jsonContent('Model', { pinned: { ...modelExample, version: 11, pinned: true } }),
      },
    },
    errors: COMPANY_ERRORS,
  }),
];

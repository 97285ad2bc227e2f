import { resources } from '../resources/resources.js';
import { toOpenApi as routeToOpenApi } from '../route/to-openapi.js';
import { deliveredWebhooks } from './delivered-webhooks.js';
import { errorExamples } from './error-examples.js';
import { type Operation, toOpenApi } from './operation.js';
import { pageOperations } from './page-operations.js';
import { resultOperations } from './result-operations.js';
import { componentSchemas } from './schemas.js';
import { shopifyOperations } from './shopify-operations.js';
import { systemOperations } from './system-operations.js';

/** Every operation of the API host, the dashboard host and funnel hosts. A test compares them with the routers. */
export const operations: readonly Operation[] = [
  ...pageOperations,
  ...resultOperations,
  ...shopifyOperations,
  ...systemOperations,
];

const DESCRIPTION = `A merchant reads a questionnaire (a funnel), submits answers (an analysis) and gets the matching variant ids.

1. \`GET /api/v1/funnels/{funnelId}\` with a Company API Key gives steps and option keys.
2. \`POST /api/v1/analyses\` stores the answers and returns an id. Inspect \`payload_warnings\`.
3. \`GET /api/v1/analyses/{analysisId}/matches\` gives the variants, without a key, from anywhere.

Every error has the body \`{ "error", "message", "requestId" }\`; decide by \`error\`. Errors are never cached.`;

/** The OpenAPI 3.1 document, from the schemas that validate. */
export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toOpenApi(operation) };
  }
  for (const route of resources) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: routeToOpenApi(route) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Headless questionnaire, analysis and matching', version: '1', description: DESCRIPTION },
    servers: [{ url: '/', description: 'This host.' }],
    tags: [
      { name: 'v1', description: 'The headless API.' },
      { name: 'Funnel host', description: 'What a funnel’s own host takes, without a key.' },
      { name: 'Management', description: 'A company as code, keys, catalogue, erasure.' },
      { name: 'System', description: 'Probes and documentation.' },
    ],
    paths,
    webhooks: deliveredWebhooks,
    components: {
      schemas: componentSchemas(),
      examples: errorExamples(),
      securitySchemes: {
        companyApiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Company API Key. Never put it into a website, an app, a query string or a log.',
        },
        platformToken: { type: 'http', scheme: 'bearer', description: 'PLATFORM_TOKEN of the gateway.' },
      },
    },
  };
}

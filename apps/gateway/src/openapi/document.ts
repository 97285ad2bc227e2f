import type { Route } from '../route/route.js';
import { toOpenApi } from '../route/to-openapi.js';
import { deliveredWebhooks } from './delivered-webhooks.js';
import { createErrorExamples } from './error-examples.js';
import { createComponentSchemas } from './schemas.js';

export const API_TITLE = 'Headless questionnaire, analysis and matching';

/** The three steps of the headless API, in Markdown. */
export const API_DESCRIPTION = `A merchant reads a questionnaire (a funnel), submits answers (an analysis) and gets the matching variant ids.

1. \`GET /api/v1/funnels/{funnelId}\` with a Company API Key gives steps and option keys.
2. \`POST /api/v1/analyses\` stores the answers and returns an id. Inspect \`payload_warnings\`.
3. \`GET /api/v1/analyses/{analysisId}/matches\` gives the variants, without a key, from anywhere.

Every error has the body \`{ "error", "message", "requestId" }\`; decide by \`error\`. Errors are never cached.`;

/** The OpenAPI 3.1 document, from the schemas that validate. */
export function createOpenApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: toOpenApi(route) };
  }
  return {
    openapi: '3.1.1',
    info: { title: API_TITLE, version: '1', description: API_DESCRIPTION },
    servers: [{ url: '/', description: 'This host.' }],
    tags: [
      { name: 'v1', description: 'The headless API.' },
      { name: 'Components', description: 'What the browser components on shop pages request, also on funnel hosts.' },
      { name: 'Funnel host', description: 'What a funnel’s own host takes, without a key.' },
      { name: 'Management', description: 'A company as code, keys, catalog, erasure.' },
      { name: 'Sign-in', description: 'Users and their sessions, on the dashboard host.' },
      { name: 'System', description: 'Probes and documentation.' },
    ],
    paths,
    webhooks: deliveredWebhooks,
    components: {
      schemas: createComponentSchemas(),
      examples: createErrorExamples(),
      securitySchemes: {
        companyApiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Company API Key. Never put it into a website, an app, a query string or a log.',
        },
        platformToken: { type: 'http', scheme: 'bearer', description: 'PLATFORM_TOKEN of the gateway.' },
        managementToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Management token of a user: acts for the user in one company.',
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'Session token of POST /auth/sign-in with "bearer": true.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-svc_session',
          description: 'Cookie of POST /auth/sign-in; on the dashboard host only.',
        },
      },
    },
  };
}

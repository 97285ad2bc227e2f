import type { Route } from '../route/route.js';
import { API_DESCRIPTION, API_TITLE } from './document.js';

/** Routes that a shop's server and its pages call, by their heading. The others are in the OpenAPI document only. */
const GROUPS: readonly { readonly heading: string; readonly tag: Route['tag'] }[] = [
  { heading: 'Routes of the API host', tag: 'v1' },
  { heading: "Routes of a funnel's host", tag: 'Funnel host' },
];

/** Elements of the component script. docs/contract.md C19. */
const ELEMENTS = {
  'svc-analysis': 'the questionnaire in the page',
  'svc-analysis-popup': 'the questionnaire in a popup',
  'svc-widget': 'results of the shopper on product pages',
  'svc-chat': 'questions and answers about products',
  'svc-floating-action-button': 'a button that opens them',
};

/**
 * An outline for language models and their tools, in the form of llmstxt.org. docs/contract.md C2.7.
 * @param origin - of the API host, without a slash at the end.
 */
export function createOutline(routes: readonly Route[], origin: string): string {
  const [summary = '', ...steps] = API_DESCRIPTION.split('\n\n');
  return `# ${API_TITLE}

> ${summary}

${steps.join('\n\n')}

## Documentation

- [OpenAPI document](${origin}/openapi.json): every route, field and error, also of the management API
- [API reference](${origin}/docs): the same as a page

${GROUPS.map(({ heading, tag }) => `## ${heading}\n\n${listRoutes(routes, tag)}`).join('\n\n')}

## Browser components

\`<script defer src="${origin}/components.js"></script>\` adds them to a page; \`window.SVC_AI.COMPANY_ID\` is the company key. An API key must never be part of a page.

${Object.entries(ELEMENTS)
  .map(([name, text]) => `- \`<${name}>\`: ${text}`)
  .join('\n')}
`;
}

const listRoutes = (routes: readonly Route[], tag: Route['tag']): string =>
  routes
    .filter((route) => route.tag === tag && route.method !== 'OPTIONS' && route.method !== 'HEAD')
    .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
    .join('\n');

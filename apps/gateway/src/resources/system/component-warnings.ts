import { sha256 } from '@svc/kit';
import { escapeHtml } from '../../pages/html.js';
import { plainContent, sendBody } from '../../route/answer.js';
import { route } from '../../route/route.js';
import { system } from './system.js';

/** What a page's console shows as `svc [code]`, why, and what to change. docs/components.md B15. */
export const COMPONENT_WARNINGS: readonly { code: string; cause: string; remedy: string }[] = [
  {
    code: 'base',
    cause: 'The script is part of the page itself, so it does not know the address of the service.',
    remedy: 'Load it with <script defer src="…/components.js">, or set PLATFORM_BASE_URL in window.SVC_AI.',
  },
  {
    code: 'company',
    cause: 'No company has the key in COMPANY_ID, or no company lists the domain of the page.',
    remedy: 'Copy companyKey from the response to apply, or add the domain to domains of the company file.',
  },
  {
    code: 'domain',
    cause: 'The company does not list the domain of the page, or several companies list it.',
    remedy: 'Add the domain to domains of the company file; set COMPANY_ID if several companies share it.',
  },
  {
    code: 'funnel',
    cause: 'The funnel does not exist, is not published or is paused, or the company has no default funnel.',
    remedy:
      'Check the sub-domain, publish the funnel, or set settings.defaultFunnel. INCLUDE_DRAFT_FUNNEL: true includes drafts.',
  },
  {
    code: 'chunk',
    cause: 'A file of the script could not be loaded.',
    remedy: 'Allow the host of the script in script-src, and check that no content blocker or proxy removes /v/.',
  },
  {
    code: 'config',
    cause: 'The settings of the company could not be loaded.',
    remedy:
      'Allow the host of the script in connect-src. If the service is down, the components start again with the next page.',
  },
  {
    code: 'taken',
    cause: 'Another script has defined an element with a name of the components.',
    remedy: 'Load the components once, and remove the other definition.',
  },
  {
    code: 'setting',
    cause: 'A setting of window.SVC_AI or an attribute has a value of the wrong type or form; it counts as unset.',
    remedy: 'Correct the value that the warning names.',
  },
  {
    code: 'csp',
    cause: 'The Content-Security-Policy of the page stopped an address of the service.',
    remedy: 'Add the host that the warning names to the directive that it names.',
  },
  {
    code: 'frame-refused',
    cause: 'The page of the funnel did not answer in its frame.',
    remedy: 'Add the domain to domains of the company file, and allow the host of the funnel in frame-src.',
  },
  {
    code: 'storage',
    cause: 'The result could not be stored in the browser: storage is full or blocked.',
    remedy: 'Nothing, if the shopper blocked it. Otherwise make room in localStorage of the shop.',
  },
  {
    code: 'two-buttons',
    cause: 'The page has more than one svc-floating-action-button.',
    remedy: 'Remove all but one, or set NO_AUTOMATIC_COMPONENT_CREATION: true if the page has one of its own.',
  },
];

const CSS = `body{font:16px/1.6 system-ui,sans-serif;margin:0;background:#fff;color:#1d1b20}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.1rem;margin:2rem 0 .25rem}p{margin:.25rem 0}h2:target{background:#f4e4ef}
@media (prefers-color-scheme:dark){body{background:#17151a;color:#ece6f0}h2:target{background:#4a2f42}}`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(CSS).toString('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Warnings of the browser components</title>
<style>${CSS}</style>
</head>
<body>
<main>
<h1>Warnings of the browser components</h1>
<p>The components log one warning per cause and page load. The shop page works without what the warning names.</p>
${COMPONENT_WARNINGS.map(
  ({ code, cause, remedy }) =>
    `<h2 id="${code}"><code>svc [${code}]</code></h2>\n<p>${escapeHtml(cause)}</p>\n<p>${escapeHtml(remedy)}</p>`,
).join('\n')}
</main>
</body>
</html>
`);

/** Each warning of the components links to its place on this page. */
export const componentWarnings = route({
  ...system,
  method: 'GET',
  path: '/docs/components',
  id: 'componentWarnings',
  summary: 'Warnings of the browser components, and what to change',
  answers: { 200: { description: 'HTML.', content: plainContent('text/html', '<!doctype html>…') } },
  handler: () => () =>
    sendBody(200, 'text/html; charset=utf-8', HTML, {
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    }),
});

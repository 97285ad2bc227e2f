import { randomBytes } from 'node:crypto';
import { ServiceError } from '@svc/kit';
import { getPreviewOrigin } from '../../access/dashboard-origin.js';
import { readSessionCookie } from '../../access/session-cookie.js';
import { getLanguages } from '../../http/get-languages.js';
import { plainContent, sendBody } from '../../route/answer.js';
import { IMMUTABLE, sendAsset } from '../../route/asset.js';
import type { RouteDeps } from '../../route/deps.js';
import { text } from '../../route/parameter.js';
import { type Route, route } from '../../route/route.js';
import { createDashboardHeaders, toDashboardHtml } from './dashboard-document.js';
import { listFirstParts } from './first-parts.js';

/**
 * Addresses of the application, which shows "not found" by itself for those below that have no screen. Every other address is
 * NOT_FOUND, so that a typo in a path of the API never gets HTML. docs/dashboard.md Y1.2.
 */
const PAGES: Record<string, string> = {
  '/': 'dashboardHome',
  '/sign-in': 'dashboardSignIn',
  '/reset': 'dashboardReset',
  '/invite': 'dashboardInvite',
  '/me': 'dashboardMe',
  '/companies': 'dashboardCompanies',
  '/platform/{screen}': 'dashboardPlatform',
  '/c/{company}': 'dashboardCompany',
  '/c/{company}/{area}': 'dashboardArea',
  '/c/{company}/{area}/{screen}': 'dashboardScreen',
  '/c/{company}/{area}/{screen}/{part}': 'dashboardPart',
};

const asIs = text('Read by the application.', 'glow');

const toPage = ([path, id]: [string, string]): Route =>
  route({
    method: 'GET',
    path,
    id,
    tag: 'System',
    summary: 'The dashboard',
    permission: 'none',
    params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, asIs])),
    answers: { 200: { description: 'HTML.', content: plainContent('text/html', '<!doctype html>…') } },
    errors: ['UNAVAILABLE'],
    handler:
      (deps) =>
      async ({ ctx }) => {
        const assets = await loadAssets(deps);
        const nonce = randomBytes(18).toString('base64');
        const hasSession = readSessionCookie(ctx.req, deps.pageAddress) !== undefined;
        const sources = listFirstParts({ path: ctx.path, hasSession, languages: getLanguages(ctx) });
        const parts = new Set(sources.flatMap((source) => assets.parts.get(source) ?? []));
        const body = Buffer.from(toDashboardHtml(assets, nonce, [...parts]));
        return sendBody(
          200,
          'text/html; charset=utf-8',
          body,
          createDashboardHeaders(nonce, {
            preview: getPreviewOrigin(deps.pageAddress),
            scheme: deps.pageAddress.scheme,
          }),
        );
      },
  });

/** The name of a file contains the hash of its content, so that caches may keep it indefinitely. */
const file = route({
  method: 'GET',
  path: '/assets/{file}',
  id: 'dashboardFile',
  tag: 'System',
  summary: 'A file of the dashboard',
  permission: 'none',
  params: { file: text('As in the page; contains the hash of the content.', 'main-CadfEWD-.js') },
  answers: { 200: { description: 'The file.', content: plainContent('text/javascript', 'export {};') } },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  handler:
    (deps) =>
    async ({ params }) => {
      const { files } = await loadAssets(deps);
      const asset = files.get(`/assets/${params.file}`);
      if (!asset) throw new ServiceError('NOT_FOUND', 'No such file.');
      return sendAsset(asset, IMMUTABLE);
    },
});

const loadAssets = ({ dashboardAssets }: Pick<RouteDeps, 'dashboardAssets'>) =>
  dashboardAssets().catch((cause) => {
    throw new ServiceError('UNAVAILABLE', 'The dashboard is not available at the moment.', { cause });
  });

/** The application of the dashboard host. It is for browsers, so the OpenAPI document does not have it. docs/dashboard.md Y1. */
export const dashboard: readonly Route[] = [
  ...Object.entries(PAGES).map(toPage),
  // Typed with a slash at the end; the application shows the same screen.
  ...Object.entries(PAGES)
    .filter(([path]) => path !== '/')
    .map(([path, id]) => toPage([`${path}/`, `${id}Slash`])),
  file,
];

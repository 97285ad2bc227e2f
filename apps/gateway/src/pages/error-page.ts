import { ERRORS, type ServiceError } from '@svc/kit';
import type { Context } from '../context.js';
import { getLanguages } from '../http/get-languages.js';
import type { HtmlAnswer } from './html-answer.js';
import { renderNotice } from './notice-html.js';
import type { NoticeKind } from './page-texts.js';

/**
 * An error as a page, for GET and HEAD outside the API paths of a funnel's host (or on an unknown host) whose Accept prefers HTML to
 * JSON, as browsers do for a navigation. Undefined: the common JSON body. Status and Retry-After are those of the JSON.
 */
export function createErrorPage(ctx: Context, error: ServiceError): HtmlAnswer | undefined {
  if (!wantsPage(ctx)) return undefined;
  const kind = getNoticeKind(ctx, error);
  return renderNotice(kind, {
    languages: getLanguages(ctx),
    branding: ctx.state.branding,
    ...(kind === 'trouble' ? { requestId: ctx.state.requestId } : {}),
  });
}

function wantsPage(ctx: Context): boolean {
  const { host } = ctx.state as Partial<Context['state']>;
  return (
    (ctx.method === 'GET' || ctx.method === 'HEAD') &&
    (host === undefined || host.kind === 'funnel') &&
    !/^\/(?:api|assets)\//.test(ctx.path) &&
    ctx.accepts('json', 'html') === 'html'
  );
}

function getNoticeKind(ctx: Context, error: ServiceError): NoticeKind {
  if (error.code === 'NOT_FOUND') {
    if (ctx.path.startsWith('/r/') && ctx.state.branding) return 'unknownResult';
    return ctx.state.host === undefined || ctx.path === '/' || ctx.path.startsWith('/r/')
      ? 'unknownFunnel'
      : 'unknownPage';
  }
  if (error.code === 'FUNNEL_NOT_PUBLISHED') return 'notPublished';
  if (error.code === 'VERSION_NOT_FOUND') return 'oldVersion';
  if (error.code === 'RATE_LIMITED') return 'tooMany';
  return ERRORS[error.code].http < 500 ? 'badAddress' : 'trouble';
}

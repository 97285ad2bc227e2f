import { ERRORS, type ServiceError } from '@svc/kit';
import type { Context } from '../context.js';
import { acceptedLanguages, accepts } from './accept-language.js';
import { noticeHtml } from './notice-html.js';
import type { HtmlAnswer } from './page-html.js';
import type { NoticeKind } from './page-texts.js';

/**
 * An error as a page for people: for a read of anything but the interfaces of a funnel's host (or of a host that is none of ours)
 * whose Accept names HTML, as that of a browser's address bar does. Undefined: the common JSON body. Status and Retry-After
 * are those of the JSON.
 */
export function errorPage(ctx: Context, error: ServiceError): HtmlAnswer | undefined {
  if (!wantsPage(ctx)) return undefined;
  const kind = kindOf(ctx, error);
  return noticeHtml(kind, {
    languages: acceptedLanguages(ctx.get('Accept-Language')),
    look: ctx.state.look,
    ...(kind === 'trouble' ? { requestId: ctx.state.requestId } : {}),
  });
}

function wantsPage(ctx: Context): boolean {
  const { host } = ctx.state as Partial<Context['state']>;
  return (
    (ctx.method === 'GET' || ctx.method === 'HEAD') &&
    (host === undefined || host.kind === 'funnel') &&
    !/^\/(?:api|assets)\//.test(ctx.path) &&
    accepts(ctx.get('Accept'), 'text/html')
  );
}

function kindOf(ctx: Context, error: ServiceError): NoticeKind {
  if (error.code === 'NOT_FOUND') {
    if (ctx.path.startsWith('/r/') && ctx.state.look) return 'unknownResult';
    return ctx.state.host === undefined || ctx.path === '/' || ctx.path.startsWith('/r/')
      ? 'unknownFunnel'
      : 'unknownPage';
  }
  if (error.code === 'FUNNEL_NOT_PUBLISHED') return 'notPublished';
  if (error.code === 'VERSION_NOT_FOUND') return 'oldVersion';
  if (error.code === 'RATE_LIMITED') return 'tooMany';
  return ERRORS[error.code].http < 500 ? 'badAddress' : 'trouble';
}

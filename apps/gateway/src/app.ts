import type { RequestListener } from 'node:http';
import Koa from 'koa';
import type { GatewayState } from './context.js';
import { createCompanyDomains } from './hosts/company-domains.js';
import type { RunningRequests } from './http/running-requests.js';
import { serveWarmMatches, type WarmMatchDeps } from './http/serve-warm-matches.js';
import { type ShedLoadDeps, shedLoad } from './http/shed-load.js';
import { createTraceRequest } from './http/trace-request.js';
import { accessLog } from './middleware/access-log.js';
import { routeHeaders, securityHeaders } from './middleware/common-headers.js';
import { dispatch } from './middleware/dispatch.js';
import { errors } from './middleware/errors.js';
import { hosts } from './middleware/hosts.js';
import { createTokenCheck } from './middleware/platform-token.js';
import { requestContext } from './middleware/request-context.js';
import { createChatState } from './resources/components/chat-state.js';
import { createProductPaths } from './resources/components/product-paths.js';
import type { RouteDeps } from './route/deps.js';
import { createRouters } from './router.js';

/** `baseName`: host name of the API, without a port. */
export type AppDeps = Omit<RouteDeps, 'domains' | 'productPaths' | 'chatState'> &
  WarmMatchDeps &
  ShedLoadDeps & { running: RunningRequests; tracing: { ratio: number; isProxyTrusted: boolean } };

/**
 * The gateway's application. Everything that happens to a request, in order: warm matches and refusals under load before Koa, then the
 * list of middleware.
 */
export function createApp(given: AppDeps): RequestListener {
  const domains = createCompanyDomains(given.clients);
  const deps = {
    ...given,
    domains,
    productPaths: createProductPaths(given.clients, given.log),
    chatState: createChatState(given.clients),
  };
  const app = new Koa<GatewayState>();
  // Errors after the response began, for example a client that went away. All others end in `errors`.
  app.on('error', (error) => deps.log.debug({ err: error }, 'response failed'));

  const traceRequest = createTraceRequest({ ...deps.tracing, hasPlatformToken: createTokenCheck(deps.platformTokens) });
  app.use(requestContext({ readSource: deps.readSource, traceRequest }));
  app.use(accessLog(deps.log));
  app.use(errors(deps.log));
  app.use(securityHeaders());
  app.use(hosts(deps.baseName, { hasDemoShop: deps.demoDirectory !== undefined }));
  app.use(routeHeaders());
  app.use(dispatch(createRouters(deps)));
  const handle = app.callback();
  return serveWarmMatches(
    deps,
    shedLoad(deps, (req, res) => deps.running.add(handle(req, res))),
  );
}

import Koa from 'koa';
import type { GatewayState } from './context.js';
import { companyDomains } from './funnel-host/company-domains.js';
import type { ReadSource } from './http/sources.js';
import { accessLog } from './middleware/access-log.js';
import { cors } from './middleware/cors.js';
import { dispatch } from './middleware/dispatch.js';
import { errors } from './middleware/errors.js';
import { hosts } from './middleware/hosts.js';
import { requestContext } from './middleware/request-context.js';
import { securityHeaders } from './middleware/security-headers.js';
import type { RouteDeps } from './route/deps.js';
import { createRouters } from './router.js';

export interface AppDeps extends Omit<RouteDeps, 'domains'> {
  /** Host name of the API, without a port. */
  baseName: string;
  readSource: ReadSource;
}

/** The gateway's application. The list below is everything that happens to a request, in order. */
export function createApp(given: AppDeps): Koa<GatewayState> {
  const deps = { ...given, domains: companyDomains(given.clients) };
  const app = new Koa<GatewayState>();
  // Errors after the response began, for example a client that went away. All others end in `errors`.
  app.on('error', (error) => deps.log.debug({ err: error }, 'response failed'));

  app.use(requestContext({ readSource: deps.readSource }));
  app.use(accessLog(deps.log));
  app.use(errors(deps.log));
  app.use(securityHeaders());
  app.use(hosts(deps.baseName));
  app.use(cors());
  app.use(dispatch(createRouters(deps)));
  return app;
}

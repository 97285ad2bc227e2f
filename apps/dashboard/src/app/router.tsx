import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from '../screens/account/routes.js';
import { auditRoutes, platformAuditRoutes } from '../screens/audit/routes.js';
import { builderRoutes } from '../screens/builder/routes.js';
import { companyRoutes } from '../screens/company/routes.js';
import { developerRoutes } from '../screens/developer/routes.js';
import { entryRoutes } from '../screens/entry/routes.js';
import { experimentRoutes } from '../screens/experiments/routes.js';
import { funnelRoutes } from '../screens/funnels/routes.js';
import { importRoutes } from '../screens/imports/routes.js';
import { insightRoutes } from '../screens/insight/routes.js';
import { overviewRoutes } from '../screens/overview/routes.js';
import { peopleRoutes } from '../screens/people/routes.js';
import { platformRoutes } from '../screens/platform/routes.js';
import { productRoutes } from '../screens/products/routes.js';
import { releaseRoutes } from '../screens/releases/routes.js';
import { ruleRoutes } from '../screens/rules/routes.js';
import { setRoutes } from '../screens/sets/routes.js';
import { shopperRoutes } from '../screens/shoppers/routes.js';
import { tabRoutes } from '../screens/tabs/routes.js';
import { taggingRoutes } from '../screens/tagging/routes.js';
import { transcriptRoutes } from '../screens/transcripts/routes.js';
import { webhookRoutes } from '../screens/webhooks/routes.js';
import { ErrorNotice } from '../shared/notices/error-notice.js';
import { Loading } from '../shared/notices/loaded.js';
import { company, platform, root, signedIn } from './base-routes.js';
import { NotFound } from './not-found.js';

const routes = root.addChildren([
  ...entryRoutes,
  signedIn.addChildren([
    ...accountRoutes,
    platform.addChildren([...platformRoutes, ...platformAuditRoutes]),
    company.addChildren([
      ...overviewRoutes,
      ...auditRoutes,
      ...builderRoutes,
      ...experimentRoutes,
      ...funnelRoutes,
      ...releaseRoutes,
      ...ruleRoutes,
      ...productRoutes,
      ...importRoutes,
      ...insightRoutes,
      ...companyRoutes,
      ...developerRoutes,
      ...peopleRoutes,
      ...setRoutes,
      ...shopperRoutes,
      ...tabRoutes,
      ...taggingRoutes,
      ...transcriptRoutes,
      ...webhookRoutes,
    ]),
  ]),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queries },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: ({ error, reset }) => <ErrorNotice error={error as Error} onRetry={reset} />,
    defaultNotFoundComponent: NotFound,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

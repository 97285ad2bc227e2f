import type { PromiseClient } from '@svc/kit';
import type { AnalysisAdminServiceClient, MatcherAdminServiceClient, ReleaseServiceClient } from '@svc/proto';

/** What replays and rollbacks ask of other services. */
export interface ReleasePeers {
  analysis: Pick<PromiseClient<AnalysisAdminServiceClient>, 'listMatchingInputs'>;
  matcher: Pick<PromiseClient<MatcherAdminServiceClient>, 'getConfig'>;
  release: Pick<
    PromiseClient<ReleaseServiceClient>,
    'replayMatches' | 'measureRules' | 'listConfigVersions' | 'getConfigVersion'
  >;
}

/** Deadline of a read, which may return settings of tens of megabytes. */
export const READ_TIMEOUT_MS = 10_000;

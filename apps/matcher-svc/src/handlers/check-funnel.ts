import type { Step } from '@svc/domain';
import { json, ServiceError, unary } from '@svc/kit';
import type { CheckFunnelRequest, CheckFunnelResponse } from '@svc/proto';
import { type CheckDeps, checkFunnelVersion } from '../usecases/check-funnel.js';

/** CheckFunnel of MatcherAdminService. */
export const checkFunnelHandler = (deps: CheckDeps) =>
  unary<CheckFunnelRequest, CheckFunnelResponse>(async ({ companyId, funnelId, version }, { signal }) => {
    const report = await checkFunnelVersion(deps, { companyId, funnelId, version: toVersion(version), signal });
    return { reportJson: json.encode(report) };
  });

function toVersion(version: CheckFunnelRequest['version']) {
  if (version?.$case === 'versionId') return { id: version.value };
  if (version?.$case === 'stepsJson') return { steps: json.decode<Step[]>(version.value) };
  throw new ServiceError('INVALID_REQUEST', 'Name a version, or give its steps.');
}

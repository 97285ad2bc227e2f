import type { DraftSettings, Step } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import type { CheckFunnelRequest, CheckFunnelResponse } from '@svc/proto';
import { type CheckDeps, checkFunnelVersion } from '../usecases/release/check-funnel.js';
import { toCheckMessage, toProgressMessage } from './check-message.js';

/** CheckFunnel: progress while the check runs, then its report. */
export async function* streamCheck(
  deps: CheckDeps,
  request: CheckFunnelRequest,
  signal: AbortSignal,
): AsyncGenerator<CheckFunnelResponse> {
  const { companyId, funnelId, baselineVersionId } = request;
  const version = toVersion(request.version);
  const settings = request.settingsJson && json.decode<DraftSettings>(request.settingsJson);
  const work = checkFunnelVersion(deps, { companyId, funnelId, version, settings, baselineVersionId, signal });
  try {
    for (;;) {
      const turn = await work.next();
      if (turn.done) {
        yield { event: { $case: 'report', value: toCheckMessage(turn.value) } };
        return;
      }
      yield { event: { $case: 'progress', value: toProgressMessage(turn.value) } };
    }
  } finally {
    await work.return(undefined as never); // The caller may have left: the slot is free for the next one.
  }
}

function toVersion(version: CheckFunnelRequest['version']) {
  if (version?.$case === 'versionId') return { id: version.value };
  if (version?.$case === 'stepsJson') return { steps: json.decode<Step[]>(version.value) };
  throw new ServiceError('INVALID_REQUEST', 'version must be a version or its steps.');
}

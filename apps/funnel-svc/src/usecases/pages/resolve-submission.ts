import type { AnalysisSettings } from '@svc/domain';
import type { Clock } from '@svc/kit';
import type { Knex } from 'knex';
import { chooseSubmissionVersion, type SubmissionTarget } from '../../domain/funnel/choose-version.js';
import { type AccessRequest, checkAccess } from '../keys/check-access.js';
import type { KeyUseRecorder } from '../keys/key-use-recorder.js';

export interface ResolvedSubmission extends SubmissionTarget {
  companyId: string;
  funnelId: string;
  settings: AnalysisSettings;
}

/** Checks the key of a create and decides which version the analysis is stored against, and how. One round trip. */
export function resolveSubmission(deps: { db: Knex; clock: Clock; keyUse: KeyUseRecorder }) {
  return async (request: AccessRequest): Promise<ResolvedSubmission> => {
    const access = await checkAccess(deps, 'analysis.create', request);
    const { companyId, funnelId, analysisSettings: settings } = access;
    return { companyId, funnelId, settings, ...chooseSubmissionVersion(access) };
  };
}

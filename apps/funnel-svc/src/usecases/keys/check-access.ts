import type { AnalysisSettings, KeyScope } from '@svc/domain';
import { type Clock, generalError } from '@svc/kit';
import type { Knex } from 'knex';
import { type Access, findAccess } from '../../db/find-access.js';
import { checkKey } from '../../domain/company/api-key-rules.js';
import type { VersionChoice } from '../../domain/funnel/choose-version.js';
import type { KeyUseRecorder } from './key-use-recorder.js';

export interface AccessRequest {
  /** SHA-256 of the key's value. */
  apiKeyHash: Buffer;
  funnelId: string;
  versionId?: string | undefined;
}

/** What a key may see of a funnel. */
export interface FunnelAccess extends VersionChoice {
  companyId: string;
  companyLanguage: string;
  analysisSettings: AnalysisSettings;
  funnelId: string;
}

/**
 * Checks a key and finds the funnel, in one round trip and without any cache, so that a revocation takes effect immediately.
 * @throws ServiceError UNAUTHORIZED, API_KEY_EXPIRED; NOT_FOUND alike for unknown, archived and other companies' funnels.
 */
export async function checkAccess(
  deps: { db: Knex; clock: Clock; keyUse: KeyUseRecorder },
  scope: KeyScope,
  request: AccessRequest,
): Promise<FunnelAccess> {
  const access: Access | undefined = await findAccess(deps.db, request);
  checkKey(access?.key, scope, deps.clock.now());
  const { key, company, funnel, namedVersionState } = access as Access;
  deps.keyUse.record({ ...key, companyId: company.id });
  if (!funnel) throw generalError('NOT_FOUND');
  return {
    companyId: company.id,
    companyLanguage: company.language,
    analysisSettings: company.analysisSettings,
    funnelId: funnel.id,
    publishedVersionId: funnel.publishedVersionId,
    draftVersionId: funnel.draftVersionId,
    namedVersionId: request.versionId,
    namedVersionState,
  };
}

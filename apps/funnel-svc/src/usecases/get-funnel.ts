import type { FunnelVersion } from '@svc/domain';
import { type Clock, forCompany, json } from '@svc/kit';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { findVersion } from '../db/versions.js';
import { chooseReadVersion } from '../domain/funnel/choose-version.js';
import { renderFunnel } from '../domain/pages/render-funnel.js';
import { type AccessRequest, checkAccess } from './keys/check-access.js';
import type { KeyUseRecorder } from './keys/key-use-recorder.js';

/** Bytes of finished bodies that one process keeps. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

export interface GetFunnelRequest extends AccessRequest {
  /** BCP 47, checked by the gateway. */
  locale?: string | undefined;
}

/**
 * The finished v1 body of a funnel. The key check and the versions in force are read on every call; bodies are kept, since a
 * version never changes: their key is version, locale and company language.
 */
export function getFunnel(deps: { db: Knex; clock: Clock; keyUse: KeyUseRecorder }) {
  const bodies = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (body) => body.length + 256, // With key and entry.
  });
  return async (request: GetFunnelRequest): Promise<Buffer> => {
    const access = await checkAccess(deps, 'funnel.read', request);
    const versionId = chooseReadVersion(access);
    const locale = request.locale?.toLowerCase();
    const key = `${versionId} ${locale ?? ''} ${access.companyLanguage}`;
    const cached = bodies.get(key);
    if (cached) return cached;
    const version = await forCompany(deps.db, access.companyId, (trx) => findVersion(trx, versionId));
    const body = json.encode(renderFunnel(version as FunnelVersion, locale, access.companyLanguage));
    bodies.set(key, body);
    return body;
  };
}

import { isLocale } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { lookupId } from './opaque-id.js';

/** The query of a page. Unknown keys are ignored here; only the match route is strict. docs/contract.md C7. */
export interface FunnelQuery {
  versionId?: string;
  /** BCP 47. */
  locale?: string;
}

/** Fails with INVALID_QUERY for a repeated key or a locale that is not a language tag. */
export function parseFunnelQuery(raw: string): FunnelQuery {
  const params = new URLSearchParams(raw);
  for (const key of ['locale', 'versionId']) {
    if (params.getAll(key).length > 1) throw new ServiceError('INVALID_QUERY', `${key} may be given once.`);
  }
  const locale = params.get('locale');
  const versionId = params.get('versionId');
  if (locale !== null && !isLocale(locale)) {
    throw new ServiceError('INVALID_QUERY', 'locale is not a BCP 47 language tag, for example de-CH.');
  }
  return { ...(versionId === null ? {} : { versionId: lookupId(versionId) }), ...(locale === null ? {} : { locale }) };
}

import { type AnalysisSettings, DEFAULT_ANALYSIS_SETTINGS } from '@svc/domain';
import { type PreparedStatement, readPrepared } from '@svc/kit';
import type { Knex } from 'knex';
import type { VersionStateName } from './tables.js';

/** A key, the funnel that is asked for if the key's company has it, and the version that is named if the funnel has it. */
export interface Access {
  key: { id: string; scopes: string[]; expiresAt: Date | null; revokedAt: Date | null; lastUsedAt: Date | null };
  company: { id: string; language: string; analysisSettings: AnalysisSettings };
  funnel: { id: string; publishedVersionId: string | null; draftVersionId: string | null } | undefined;
  namedVersionState: VersionStateName | undefined;
}

interface AccessRow {
  key_id: string;
  scopes: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  company_id: string;
  language: string;
  color_taxonomy: AnalysisSettings['colorTaxonomy'] | null;
  selfie: AnalysisSettings['selfie'] | null;
  funnel_id: string | null;
  published_version_id: string | null;
  draft_version_id: string | null;
  version_state: VersionStateName | null;
}

const FIND_ACCESS: PreparedStatement = {
  name: 'find-access',
  text: `
  select k.id as key_id, k.scopes, k.expires_at, k.revoked_at, k.last_used_at, c.id as company_id, c.language,
         c.settings ->> 'colorTaxonomy' as color_taxonomy, c.settings -> 'selfie' as selfie,
         f.id as funnel_id, f.published_version_id, f.draft_version_id, v.state as version_state
    from all_api_keys k
    join all_companies c on c.id = k.company_id
    left join all_funnels f on f.company_id = k.company_id and f.id = $1 and f.archived_at is null
    left join all_funnel_versions v on v.company_id = f.company_id and v.funnel_id = f.id and v.id = $2
   where k.key_hash = $3`,
};

/**
 * Everything that a keyed read decides on, in one round trip: revocation counts from the next statement on, because
 * nothing of this is kept. Prepared once per connection. Undefined: no such key.
 */
export async function findAccess(
  db: Knex,
  wanted: { apiKeyHash: Buffer; funnelId: string; versionId?: string | undefined },
): Promise<Access | undefined> {
  const values = [wanted.funnelId, wanted.versionId ?? null, wanted.apiKeyHash];
  const { rows } = await readPrepared<AccessRow>(db, FIND_ACCESS, values);
  const [row] = rows;
  if (!row) return undefined;
  return {
    key: {
      id: row.key_id,
      scopes: row.scopes,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      lastUsedAt: row.last_used_at,
    },
    company: { id: row.company_id, language: row.language, analysisSettings: toAnalysisSettings(row) },
    funnel:
      row.funnel_id === null
        ? undefined
        : {
            id: row.funnel_id,
            publishedVersionId: row.published_version_id,
            draftVersionId: row.draft_version_id,
          },
    namedVersionState: row.version_state ?? undefined,
  };
}

/** Settings written before these existed have the defaults. */
function toAnalysisSettings({ color_taxonomy, selfie }: AccessRow): AnalysisSettings {
  return {
    colorTaxonomy: color_taxonomy ?? DEFAULT_ANALYSIS_SETTINGS.colorTaxonomy,
    selfie: selfie ?? DEFAULT_ANALYSIS_SETTINGS.selfie,
  };
}

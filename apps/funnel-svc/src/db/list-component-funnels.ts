import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';

/** A funnel in use, without its versions. */
export interface ComponentFunnelRow {
  subdomain: string;
  host: string | null;
  name: string;
  paused: boolean;
  has_published: boolean;
  has_draft: boolean;
  /** A step of the version that shoppers see asks for a selfie. */
  has_selfie: boolean;
}

const LIST: PreparedStatement = {
  name: 'list-component-funnels',
  text: `
  select f.subdomain, f.host, f.name, f.paused,
         f.published_version_id is not null as has_published, f.draft_version_id is not null as has_draft,
         exists (select from funnel_versions v, json_array_elements(v.steps) step
                  where v.company_id = f.company_id and v.id = coalesce(f.published_version_id, f.draft_version_id)
                    and step ->> 'type' = 'SELFIE') as has_selfie
    from funnels f
   where f.company_id = $1 and f.archived_at is null
   order by f.seq`,
};

/** Funnels of a company in order of creation, archived ones left out. Reads the steps of every funnel. */
export async function listComponentFunnels(db: Knex, companyId: string): Promise<ComponentFunnelRow[]> {
  const { rows } = await runPreparedForCompany<ComponentFunnelRow>(db, companyId, LIST, [companyId]);
  return rows;
}

import type { Step } from '@svc/domain';
import { type PreparedStatement, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';

/** A funnel in use, with the steps that shoppers see. */
export interface ChatFunnelRow {
  id: string;
  subdomain: string;
  host: string | null;
  name: string;
  paused: boolean;
  /** Of the published version; null: there is none. */
  steps: Step[] | null;
}

const LIST: PreparedStatement = {
  name: 'list-chat-funnels',
  text: `
  select f.id, f.subdomain, f.host, f.name, f.paused, v.steps
    from funnels f
    left join funnel_versions v on v.company_id = f.company_id and v.id = f.published_version_id
   where f.company_id = $1 and f.archived_at is null
   order by f.seq`,
};

/** Funnels of a company in order of creation, archived ones left out. Reads the steps of every funnel. */
export async function listChatFunnels(db: Knex, companyId: string): Promise<ChatFunnelRow[]> {
  const { rows } = await runPreparedForCompany<ChatFunnelRow>(db, companyId, LIST, [companyId]);
  return rows;
}

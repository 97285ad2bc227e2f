import type { SchemaName } from './schema-names.js';
import { type Connections, checkStopped, inTransaction } from './schemas.js';
import { deleteCursors, FOLLOWED, stampSchema } from './stamps.js';

export interface AfterRestore {
  /** Companies whose version or revision was below what other services know of them. */
  raised: number;
  /** Companies whose file must be applied again: the restored service has forgotten a part that it had confirmed. */
  applyAgain: string[];
  /** Companies that other services know, and the restored funnel-svc does not. */
  unknown: string[];
}

/**
 * After one service alone was restored to an earlier time: raises its versions and revisions to those that other services have seen of
 * it, since lower ones would be ignored, and makes its followers begin again. Idempotent. docs/operations.md "After a restore".
 */
export async function afterRestore(connections: Connections, service: SchemaName): Promise<AfterRestore> {
  await checkStopped(connections);
  const known = await readKnown(connections);
  const client = connections[service];
  const raised = await inTransaction(client, async () => {
    await stampSchema(client);
    if (service === 'funnel') return raiseCompanies(connections, known);
    return service === 'catalog' ? raiseCatalogs(connections, known) : 0;
  });
  const followed = FOLLOWED[service];
  // A restored matcher has its own positions, in all of its sources, from an earlier time.
  if (service === 'matcher') await deleteCursors(connections);
  else if (followed !== undefined) await deleteCursors(connections, followed);
  return {
    raised,
    applyAgain: await listForgotten(connections, service),
    unknown: service === 'funnel' ? await listUnknown(connections, known) : [],
  };
}

/** What copies and participants know of companies: the highest numbers that they have seen. */
interface Known {
  companyVersions: Map<string, number>;
  catalogVersions: Map<string, number>;
  revisions: Map<string, number>;
}

async function readKnown({ matcher, catalog }: Connections): Promise<Known> {
  const read = async (client: Connections['matcher'], table: string, column: string): Promise<[string, number][]> => {
    const { rows } = await client.query<{ id: string; number: string }>(
      `select company_id as id, ${column} as number from ${table}`,
    );
    return rows.map(({ id, number }) => [id, Number(number)]);
  };
  const revisions = new Map<string, number>();
  const applied = [
    ...(await read(matcher, 'company_configs', 'revision')),
    ...(await read(catalog, 'catalogs', 'revision')),
  ];
  for (const [id, revision] of applied) revisions.set(id, Math.max(revision, revisions.get(id) ?? 0));
  return {
    companyVersions: new Map(await read(matcher, 'funnel_states', 'version')),
    catalogVersions: new Map(await read(matcher, 'catalog_snapshots', 'version')),
    revisions,
  };
}

/** A version above that of a newer copy replaces the copy. */
async function raiseCompanies({ funnel }: Connections, known: Known): Promise<number> {
  const { rowCount: versions } = await funnel.query(
    `update companies set version = known.version + 1
       from unnest($1::text[], $2::bigint[]) as known (id, version)
      where companies.id = known.id and companies.version < known.version`,
    [[...known.companyVersions.keys()], [...known.companyVersions.values()]],
  );
  const { rowCount: revisions } = await funnel.query(
    `update companies set revision = known.revision
       from unnest($1::text[], $2::bigint[]) as known (id, revision)
      where companies.id = known.id and companies.revision < known.revision`,
    [[...known.revisions.keys()], [...known.revisions.values()]],
  );
  return Math.max(versions ?? 0, revisions ?? 0);
}

/** Of a catalog that the restored service does not have, the copy stays until the next import, whose version is then above it. */
async function raiseCatalogs({ catalog }: Connections, known: Known): Promise<number> {
  const { rowCount } = await catalog.query(
    `insert into catalogs (company_id, version)
       select id, version from unnest($1::text[], $2::bigint[]) as known (id, version) where version > 0
     on conflict (company_id) do update set version = excluded.version + 1 where catalogs.version < excluded.version`,
    [[...known.catalogVersions.keys()], [...known.catalogVersions.values()]],
  );
  return rowCount ?? 0;
}

/** Handles of companies whose file was applied at a revision that the restored service has not seen. */
async function listForgotten(connections: Connections, service: SchemaName): Promise<string[]> {
  const tables: Partial<Record<SchemaName, string>> = { matcher: 'company_configs', catalog: 'catalogs' };
  const table = tables[service];
  if (table === undefined) return [];
  const { rows: seen } = await connections[service].query<{ company_id: string; revision: string }>(
    `select company_id, revision from ${table}`,
  );
  const { rows } = await connections.funnel.query<{ handle: string }>(
    `select company.handle from companies company
       join blueprint_deliveries delivery on delivery.company_id = company.id
       left join unnest($2::text[], $3::bigint[]) as seen (id, revision) on seen.id = company.id
      where delivery.participant = $1 and delivery.delivered_at is not null
      group by company.handle, seen.revision having max(delivery.revision) > coalesce(seen.revision, -1)
      order by 1`,
    [service, seen.map((row) => row.company_id), seen.map(({ revision }) => revision)],
  );
  return rows.map(({ handle }) => handle);
}

async function listUnknown({ funnel }: Connections, { companyVersions, revisions }: Known): Promise<string[]> {
  const { rows } = await funnel.query<{ id: string }>(
    'select distinct id from unnest($1::text[]) as known (id) where not exists (select from companies where companies.id = known.id) order by 1',
    [[...companyVersions.keys(), ...revisions.keys()]],
  );
  return rows.map(({ id }) => id);
}

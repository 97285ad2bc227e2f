import type { Knex } from 'knex';
import { getAppRole, getOwnerRole } from '../db/schema/schema-name.js';

/** What a service declares about the isolation of its companies. */
export interface IsolationOptions {
  schema: string;
  /** Tables with rows of companies that have no row-level security, and why. */
  exceptions?: Record<string, string>;
  /** Isolated tables whose company is that of another table. */
  withoutCompanyColumn?: readonly string[];
  /** Every place where rows of several companies can be reached: the columns of each `all_…` view. */
  crossings?: Record<string, readonly string[]>;
}

/**
 * Compares a migrated schema with what the service declares: row-level security on every table of companies, an application
 * role that owns nothing and may do nothing but read and write rows, and no view but the declared ones.
 * @param owner - connection of the schema's owner.
 * @returns the differences, one sentence each.
 */
export async function findIsolationProblems(owner: Knex, options: IsolationOptions): Promise<string[]> {
  const { schema, exceptions = {}, withoutCompanyColumn = [], crossings = {} } = options;
  const tables = await list<{ name: string; has_company: boolean; isolated: boolean; policies: string }>(
    owner,
    `select relname as name, relrowsecurity and relforcerowsecurity as isolated,
            exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id') as has_company,
            (select string_agg(format('%s to %s', policyname, array_to_string(roles, ',')), ', ' order by policyname)
               from pg_policies where schemaname = :schema and tablename = relname) as policies
       from pg_class c where relnamespace = :schema::regnamespace and relkind in ('r', 'p') and not relispartition`,
    { schema },
  );
  const policies = `every_company to ${getOwnerRole(schema)}, one_company to ${getAppRole(schema)}`;
  const wanted = tables.filter(({ name, has_company }) => has_company || withoutCompanyColumn.includes(name));
  const problems = wanted
    .filter(({ name }) => !(name in exceptions))
    .flatMap(({ name, isolated, policies: found }) => [
      ...(isolated ? [] : [`Table ${name} must have row-level security, enabled and forced.`]),
      ...(found === policies ? [] : [`Table ${name} must have the policies "${policies}", not "${found}".`]),
    ]);
  for (const name of Object.keys(exceptions)) {
    if (tables.some((table) => table.name === name && !table.isolated)) continue;
    problems.push(`Table ${name} is declared as an exception and is none.`);
  }
  return [
    ...problems,
    ...(await findRoleProblems(owner, getAppRole(schema))),
    ...(await findViewProblems(owner, schema, crossings)),
  ];
}

async function findRoleProblems(owner: Knex, role: string): Promise<string[]> {
  const found = await list<{ problem: string }>(
    owner,
    `select 'it must have no ' || attribute as problem
       from pg_roles, lateral (values ('SUPERUSER', rolsuper), ('BYPASSRLS', rolbypassrls), ('CREATEROLE', rolcreaterole),
              ('CREATEDB', rolcreatedb), ('LOGIN', rolcanlogin)) as attributes (attribute, has) where rolname = :role and has
     union all select 'it must not own ' || pg_describe_object(classid, objid, objsubid)
       from pg_shdepend where refobjid = :role::regrole and deptype = 'o'
        -- Not the temporary tables that tests of the same server have in other databases just now.
        and dbid in (0, (select oid from pg_database where datname = current_database()))
     union all select 'it must not be a member of ' || roleid::regrole from pg_auth_members where member = :role::regrole
     union all select format('it must not have %s on %s', privilege_type, c.oid::regclass)
       from pg_class c, aclexplode(relacl) where grantee = :role::regrole
        and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE')
     union all select format('it must not have CREATE on schema %s', nspname)
       from pg_namespace, aclexplode(nspacl) where grantee = :role::regrole and privilege_type = 'CREATE'`,
    { role },
  );
  return found.map(({ problem }) => `Role ${role}: ${problem}.`);
}

async function findViewProblems(
  owner: Knex,
  schema: string,
  crossings: Record<string, readonly string[]>,
): Promise<string[]> {
  const views = await list<{ name: string; columns: string[] }>(
    owner,
    `select relname as name, array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 order by attnum) as columns
       from pg_class c where relnamespace = :schema::regnamespace and relkind in ('v', 'm') order by relname`,
    { schema },
  );
  const describe = (name: string, columns: readonly string[]) => `${name} (${columns.join(', ')})`;
  const found = views.map(({ name, columns }) => describe(name, columns));
  const declared = Object.entries(crossings).map(([name, columns]) => describe(name, columns));
  return [
    ...found.filter((view) => !declared.includes(view)).map((view) => `View ${view} must be declared.`),
    ...declared.filter((view) => !found.includes(view)).map((view) => `View ${view} is declared and does not exist.`),
  ];
}

async function list<Row>(owner: Knex, sql: string, bindings: Record<string, string>): Promise<Row[]> {
  const { rows } = await owner.raw<{ rows: Row[] }>(sql, bindings);
  return rows;
}

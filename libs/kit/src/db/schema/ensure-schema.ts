import type { Knex } from 'knex';
import { DatabaseSetupError } from '../database-error.js';
import { getAppRole, getOwnerRole } from './schema-name.js';

/** SQLSTATEs of concurrent creation: duplicate object, unique violation, concurrent update of a system catalog row. */
const RACE_CODES = new Set(['42710', '23505', '42P06', 'XX000']);

interface Found {
  login: string;
  server_version: number;
  is_super: boolean;
  may_create_role: boolean;
  may_create_schema: boolean;
  roles: string[];
  has_schema: boolean;
}

/**
 * Creates the roles `svc_<schema>` and `svc_<schema>_app` (NOLOGIN), their membership for the login role, and the schema,
 * which the first role owns, as far as they are missing. Safe when several processes, also of other databases of the same
 * server, do it simultaneously.
 * @param admin - connected as the login role.
 * @throws DatabaseSetupError that names the statements an administrator must run, when something is missing and may not be created.
 */
export async function ensureSchema(admin: Knex, schema: string): Promise<void> {
  const found = await loadSchemaState(admin, schema);
  const needed: string[] = [];
  for (const role of [getOwnerRole(schema), getAppRole(schema)]) {
    if (!found.roles.includes(role)) {
      if (found.is_super || found.may_create_role) {
        await tolerateRace(() => admin.raw('create role ?? nologin', [role]));
      } else {
        needed.push(`create role "${role}" nologin`, `grant "${role}" to "${found.login}"`);
        continue;
      }
    }
    if (found.is_super || (await canSetRole(admin, found, role))) continue;
    await tolerateRace(() => admin.raw('grant ?? to ??', [role, found.login])).catch(() =>
      needed.push(`grant "${role}" to "${found.login}"`),
    );
  }
  if (!found.has_schema && !found.may_create_schema) {
    needed.push(`create schema "${schema}" authorization "${getOwnerRole(schema)}"`);
  }
  if (needed.length > 0) throw missing(found.login, schema, needed);
  if (found.has_schema) return;
  await tolerateRace(() =>
    admin.raw('create schema if not exists ?? authorization ??', [schema, getOwnerRole(schema)]),
  );
}

async function loadSchemaState(admin: Knex, schema: string): Promise<Found> {
  const result = await admin.raw<{ rows: Found[] }>(
    `select current_user as login,
            current_setting('server_version_num')::int as server_version,
            rolsuper as is_super,
            rolcreaterole as may_create_role,
            has_database_privilege(current_database(), 'CREATE') as may_create_schema,
            array(select rolname::text from pg_roles where rolname = any(?)) as roles,
            exists (select from pg_namespace where nspname = ?) as has_schema
       from pg_roles where rolname = current_user`,
    [[getOwnerRole(schema), getAppRole(schema)], schema],
  );
  return result.rows[0]!;
}

/** Since PostgreSQL 16 membership and the right to SET ROLE are apart: a creator of roles has only the first. */
async function canSetRole(admin: Knex, found: Found, role: string): Promise<boolean> {
  const privilege = found.server_version >= 160_000 ? 'SET' : 'MEMBER';
  const result = await admin.raw<{ rows: { may: boolean }[] }>('select pg_has_role(?, ?, ?) as may', [
    found.login,
    role,
    privilege,
  ]);
  return result.rows[0]?.may === true;
}

/** Another process may create the same object: waits a moment and ignores an error that this causes. */
async function tolerateRace(statement: () => PromiseLike<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await statement();
      return;
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (typeof code !== 'string' || !RACE_CODES.has(code)) throw error;
      if (code !== 'XX000') return;
      if (attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
    }
  }
}

function missing(login: string, schema: string, statements: readonly string[]): Error {
  return new DatabaseSetupError(
    `The roles of schema "${schema}" or the schema itself are missing or closed to "${login}", which may not create them. ` +
      `As an administrator run: ${statements.join('; ')};`,
  );
}

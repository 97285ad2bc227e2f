import type { Knex } from 'knex';
import { roleOf } from './schema-name.js';

/** SQLSTATEs of two creators that met: duplicate object, unique violation, concurrent update of a catalogue row. */
const RACE_CODES = new Set(['42710', '23505', '42P06', 'XX000']);

interface Found {
  login: string;
  server_version: number;
  is_super: boolean;
  may_create_role: boolean;
  may_create_schema: boolean;
  has_role: boolean;
  has_schema: boolean;
}

/**
 * Creates role `svc_<schema>` (NOLOGIN), its membership for the login role and the schema that it owns, as far as they
 * are missing. Safe when several processes, also of other databases of the same server, do it at once.
 * @param admin - connected as the login role.
 * @throws Error that names the statements an administrator has to run, when something is missing and may not be created.
 */
export async function ensureSchema(admin: Knex, schema: string): Promise<void> {
  const role = roleOf(schema);
  const found = await look(admin, schema);
  if (!found.has_role) {
    if (!found.is_super && !found.may_create_role) throw missing(found, schema);
    await tolerateRace(() => admin.raw('create role ?? nologin', [role]));
  }
  if (!found.is_super && !(await mayBecome(admin, found, role))) {
    await tolerateRace(() => admin.raw('grant ?? to ??', [role, found.login])).catch((cause: unknown) => {
      throw missing(found, schema, cause);
    });
  }
  if (!found.has_schema) {
    if (!found.may_create_schema) throw missing(found, schema);
    await tolerateRace(() => admin.raw('create schema if not exists ?? authorization ??', [schema, role]));
  }
}

async function look(admin: Knex, schema: string): Promise<Found> {
  const result = await admin.raw<{ rows: Found[] }>(
    `select current_user as login,
            current_setting('server_version_num')::int as server_version,
            rolsuper as is_super,
            rolcreaterole as may_create_role,
            has_database_privilege(current_database(), 'CREATE') as may_create_schema,
            exists (select from pg_roles where rolname = ?) as has_role,
            exists (select from pg_namespace where nspname = ?) as has_schema
       from pg_roles where rolname = current_user`,
    [roleOf(schema), schema],
  );
  return result.rows[0]!;
}

/** Since PostgreSQL 16 membership and the right to SET ROLE are apart: a creator of roles has only the first. */
async function mayBecome(admin: Knex, found: Found, role: string): Promise<boolean> {
  const privilege = found.server_version >= 160_000 ? 'SET' : 'MEMBER';
  const result = await admin.raw<{ rows: { may: boolean }[] }>('select pg_has_role(?, ?, ?) as may', [
    found.login,
    role,
    privilege,
  ]);
  return result.rows[0]?.may === true;
}

/** Somebody else may be creating the same: then wait a moment and go on if the statement fails only for that. */
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

function missing(found: Found, schema: string, cause?: unknown): Error {
  const role = roleOf(schema);
  return new Error(
    `Role "${role}" or schema "${schema}" is missing or closed to "${found.login}", which may not create it. As an administrator run: ` +
      `create role "${role}" nologin; grant "${role}" to "${found.login}"; create schema "${schema}" authorization "${role}";`,
    cause === undefined ? undefined : { cause },
  );
}

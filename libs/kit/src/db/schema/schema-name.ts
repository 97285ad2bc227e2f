/**
 * Checks the name of a schema, since it goes into SQL and start-up options as it is.
 * @throws Error unless it is 1–40 of `a-z 0-9 _`, beginning with a letter.
 */
export function schemaName(name: string): string {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) throw new Error(`'${name}' is not a schema name (a-z, 0-9, _).`);
  return name;
}

/** The role that owns the schema and everything in it; migrations run as this role. */
export function getOwnerRole(schema: string): string {
  return `svc_${schema}`;
}

/** The role of the service's queries: it may read and write rows, and owns nothing. */
export function getAppRole(schema: string): string {
  return `svc_${schema}_app`;
}

/** A value that an action changed; null: there was, or is, none. */
export interface AuditChange {
  path: string;
  before: string | null;
  after: string | null;
}

/** As the database stores changes: path, former value and new value of each in turn. Null: none. */
export const toStoredChanges = (changes: readonly AuditChange[]): (string | null)[] | null =>
  changes.length === 0 ? null : changes.flatMap(({ path, before, after }) => [path, before, after]);

export function fromStoredChanges(stored: readonly (string | null)[] | null): AuditChange[] {
  const values = stored ?? [];
  return Array.from({ length: Math.floor(values.length / 3) }, (_, index) => {
    const [path = null, before = null, after = null] = values.slice(3 * index, 3 * index + 3);
    return { path: path ?? '', before, after };
  });
}

/** What a finished answer of an apply or a rollback says has changed, for the audit log. */
export function readChanged(body: Uint8Array): string[] {
  const { changed = [] } = JSON.parse(Buffer.from(body).toString()) as { changed?: string[] };
  return changed;
}

import type { Db } from '@svc/kit';

/** Analyses of all companies whose ids have these SHA-256 hashes. Reads all ids: no index serves it. */
export async function findByHash(db: Db, hashes: Buffer[]): Promise<{ id: string; companyId: string }[]> {
  const { rows } = await db.raw<{ rows: { id: string; companyId: string }[] }>(
    `select id, company_id as "companyId" from all_analyses where sha256(convert_to(id, 'UTF8')) = any(?)`,
    [hashes],
  );
  return rows;
}

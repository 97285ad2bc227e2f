import type { RunReport } from '../domain/import-run.js';
import type { Session } from './session.js';

/** The file that the catalog in force was made from. */
export interface LastFile {
  /** SHA-256 of the file and of how it was read. */
  digest: Buffer;
  report: RunReport;
}

/** Undefined when no file was imported, or when the catalog was changed in another way afterwards. */
export async function findLastFile(session: Session, companyId: string): Promise<LastFile | undefined> {
  const [row] = await session.query<{ file_digest: Buffer; file_report: RunReport }>(
    'select file_digest, file_report from catalogs where company_id = $1 and file_version = version',
    [companyId],
  );
  return row && { digest: row.file_digest, report: row.file_report };
}

/** Within the transaction that made the file the catalog in force. */
export async function writeLastFile(session: Session, companyId: string, file: LastFile): Promise<void> {
  await session.query(
    'update catalogs set file_digest = $2, file_report = $3, file_version = version where company_id = $1',
    [companyId, file.digest, JSON.stringify(file.report)],
  );
}

import type { Clock } from '@svc/kit';
import { lockCatalog } from '../db/catalogs.js';
import { copyVariants, hasRows, placeVariants } from '../db/first-catalog.js';
import { insertProducts } from '../db/merge-staging.js';
import type { Session } from '../db/session.js';
import { createStaging, loadStaging, mergeScatteredProducts } from '../db/staging.js';
import type { ImportRun } from '../domain/import-run.js';
import { catalogFrame } from '../feeds/copy-text.js';
import { conclude } from './conclude-import.js';
import { LineSpill } from './line-spill.js';
import type { SpooledFile } from './spool-file.js';
import { type FileLayout, openFeed, type ReadingOptions } from './stage-file.js';

/**
 * Imports the first catalog of a company. There is nothing to compare it with, so its variants are written to the catalog as they
 * are read, instead of being staged and copied, which is half of an import's work. Everything is one transaction that ends with
 * the run: no row is visible before, and a refused file is rolled back.
 * @returns null when the company has rows, also ones that vanished.
 */
export async function importFirst(
  session: Session,
  input: { run: ImportRun; file: SpooledFile; layout: FileLayout; currency: string | undefined; digest: Buffer },
  options: ReadingOptions & { onRead(): void },
  clock: Clock,
): Promise<{ run: ImportRun; isChanged: boolean } | null> {
  const { run, currency, digest } = input;
  const { companyId } = run;
  const spill = await LineSpill.open();
  try {
    return await session.transaction(async () => {
      await lockCatalog(session, companyId);
      if (await hasRows(session, companyId)) return null;
      await session.query('savepoint before_rows');
      const { feed, report, lines } = await openFeed(input.file, input.layout, options, catalogFrame(companyId));
      await createStaging(session);
      await copyVariants(session, apart());
      await loadStaging(session, spill.pieces());
      if (feed.isScattered) {
        await mergeScatteredProducts(session);
        await placeVariants(session, companyId);
      }
      options.onRead();
      const created = report.read - report.rejectedCount;
      const rows = {
        report,
        diff: { inForce: 0, created, updated: 0, unchanged: 0, removed: 0 },
        isChanged: created > 0,
        merge: () => insertProducts(session, companyId),
        // Held is only a file without a valid row.
        keep: async () => {},
        restore: () => session.query('rollback to savepoint before_rows'),
      };
      return conclude(session, { run, rows, currency, digest }, clock);

      async function* apart(): AsyncGenerator<Buffer> {
        for await (const variants of lines()) {
          await spill.append(feed.takeProducts());
          yield variants;
        }
      }
    });
  } finally {
    await spill.close();
  }
}

/** The thread that compares or applies one large section of a company file, and ends. Started by `section-document.ts`. */
import type { CatalogSection } from '@svc/domain';
import { type Bus, createLogger, json, serveTask, systemClock, withDatabase } from '@svc/kit';
import { applyCatalog, prepareCatalog } from '../usecases/catalog-section.js';
import type { SectionTask } from './section-document.js';

await serveTask<SectionTask>(({ database, logLevel, companyId, revision, sectionJson }, call) => {
  const log = createLogger({ name: 'catalog-sync', level: logLevel });
  const section = json.decode<CatalogSection>(sectionJson);
  const bus: Pick<Bus, 'publish'> = {
    publish: (topic, message) => void call('publish', { topic, message }),
  };
  return withDatabase<unknown>({ ...database, poolMax: 2, log }, (db) =>
    revision === undefined
      ? prepareCatalog(db, companyId, section)
      : applyCatalog({ db, bus, clock: systemClock }, { companyId, revision, section }),
  );
});

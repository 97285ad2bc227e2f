/** The thread that compares or writes one large patch of a configuration, and ends. Started by `config-document.ts`. */
import { createLogger, serveTask, withDatabase } from '@svc/kit';
import { storeConfig } from '../usecases/config/apply-config.js';
import { prepareConfig } from '../usecases/config/prepare-config.js';
import type { ConfigTask } from './config-document.js';

await serveTask<ConfigTask>(({ database, logLevel, ...task }) => {
  const log = createLogger({ name: 'matcher-svc', level: logLevel });
  return withDatabase<unknown>({ ...database, poolMax: 2, log }, (db) =>
    task.kind === 'prepare' ? prepareConfig(db, task.input) : storeConfig(db, task.input),
  );
});

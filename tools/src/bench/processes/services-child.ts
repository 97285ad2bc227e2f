import { flushCompileCache } from 'node:module';
import { createInProcessBus, createLogger } from '@svc/kit';
import { startServices } from '../../launcher/services.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';

/** All five services on the database of DATABASE_URL, for the time they take to start. Prints a line once all listen. */
await startServices({
  environment: { DATABASE_URL: process.env.DATABASE_URL },
  gateway: { PORT: '0', PLATFORM_TOKEN },
  bus: createInProcessBus(),
  log: createLogger({ name: 'bench', level: 'silent' }),
  onStart: () => undefined,
});
// A service that stops by itself keeps its compiled code for the next start; this process is killed once it is ready. Only the first
// start has something to write.
flushCompileCache();
process.stdout.write('Ready in no time.\n');

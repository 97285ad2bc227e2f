/** The thread that works on the document of one replay or rollback, and ends. Started by `release-documents.ts`. */
import { type CallThread, createLogger, serveTask, withDatabase } from '@svc/kit';
import { planRollback, toSettingsBlueprint } from '../domain/company/settings-version.js';
import { createReplayDraft } from '../usecases/release/create-replay-draft.js';
import type { ReleasePeers } from '../usecases/release/peers.js';
import type { ReleaseTask } from './release-documents.js';

await serveTask<ReleaseTask>(async (task, call) => {
  switch (task.kind) {
    case 'draft': {
      const log = createLogger({ name: 'funnel-svc', level: task.logLevel });
      return withDatabase({ ...task.database, poolMax: 1, log }, (db) =>
        createReplayDraft({ db, matcher: createRelayedMatcher(call) })(task.input),
      );
    }
    case 'rollback':
      return planRollback(task.input);
    case 'blueprint':
      return toSettingsBlueprint(task.configJson, task.funnels);
  }
});

/** matcher-svc as the thread sees it: the other thread has the connection. */
function createRelayedMatcher(call: CallThread): ReleasePeers['matcher'] {
  return { getConfig: (request, options) => call('getConfig', { request, options }) };
}

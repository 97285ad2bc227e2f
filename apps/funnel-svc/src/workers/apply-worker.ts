/** The thread that applies one large company file, or many operations on tags, and ends. Started by `apply-document.ts`. */
import type { Blueprint, TaggingOperation } from '@svc/domain';
import { type Bus, createLogger, json, serveTask, systemClock, withDatabase } from '@svc/kit';
import { applyBlueprint } from '../usecases/apply/apply-blueprint.js';
import { changeTagging } from '../usecases/apply/change-tagging.js';
import { createPartsDelivery } from '../usecases/apply/deliver-parts.js';
import type { ApplyTask } from './apply-document.js';
import { createRelayedParticipants } from './participant-calls.js';

await serveTask<ApplyTask>(({ database, logLevel, handle, ...task }, call) => {
  const log = createLogger({ name: 'funnel-svc', level: logLevel });
  const participants = createRelayedParticipants(call);
  const bus: Pick<Bus, 'publish'> = {
    publish: (topic, message) => void call('publish', { topic, message }),
  };
  const clock = systemClock;
  return withDatabase<unknown>({ ...database, poolMax: 2, log }, (db) => {
    const delivery = createPartsDelivery({ db, participants, clock, log });
    if (task.kind === 'tagging') {
      const change = changeTagging({ db, participants, delivery, clock });
      return change(handle, json.decode<TaggingOperation[]>(task.operationsJson));
    }
    const apply = applyBlueprint({ db, participants, delivery, bus, clock });
    return apply(handle, json.decode<Blueprint>(task.blueprintJson), task.expected);
  });
});

import {
  createTaskThread,
  type DatabaseOptions,
  getThreadFile,
  isLargeDocument,
  type Logger,
  ServiceError,
} from '@svc/kit';
import type { GetConfigRequest } from '@svc/proto';
import type { FunnelName } from '../domain/company/settings-parts.js';
import {
  planRollback,
  type RollbackInput,
  type RollbackPlan,
  toSettingsBlueprint,
} from '../domain/company/settings-version.js';
import type { CreatedDraft, DraftInput } from '../usecases/release/create-replay-draft.js';
import type { ReleasePeers } from '../usecases/release/peers.js';
import type { SettingsDocuments } from '../usecases/release/settings-documents.js';
import { toBuffer } from './to-buffer.js';

/** What the thread gets. */
export type ReleaseTask =
  | { kind: 'draft'; database: Omit<DatabaseOptions, 'log'>; logLevel: string; input: DraftInput }
  | { kind: 'rollback'; input: RollbackInput }
  | { kind: 'blueprint'; configJson: Uint8Array; funnels: readonly FunnelName[] };

export interface ReleaseDocuments extends SettingsDocuments {
  /** `createReplayDraft`. */
  createDraft(input: DraftInput): Promise<CreatedDraft>;
}

/**
 * The work of replays and rollbacks on documents; on large ones in a thread of its own, since parsing, checking, comparing and
 * writing a tagging of 25 MB takes a second. docs/adr/0035-bounded-bodies.md.
 */
export function createReleaseDocuments(deps: {
  createDraft(input: DraftInput): Promise<CreatedDraft>;
  matcher: ReleasePeers['matcher'];
  database: Omit<DatabaseOptions, 'log'>;
  log: Logger;
}): ReleaseDocuments {
  const { createDraft, matcher, database, log } = deps;
  const thread = createTaskThread({ file: getThreadFile('./release-worker.js', import.meta.url) });
  const calls = {
    getConfig: ({ request, options }: { request: GetConfigRequest; options: { timeoutMs: number } }) =>
      matcher.getConfig(request, options),
  };
  const run = <Result>(task: ReleaseTask, tooCostly: () => ServiceError) => thread.run<Result>(task, tooCostly, calls);
  return {
    async createDraft(input) {
      if (!isLargeDocument(input.partsJson)) return createDraft(input);
      const task: ReleaseTask = { kind: 'draft', database, logLevel: log.level, input };
      const draft = await run<CreatedDraft>(task, draftTooCostly);
      return { ...draft, draftJson: toBuffer(draft.draftJson) };
    },
    async planRollback(input) {
      if (!isLargeDocument(input.targetJson, input.currentJson)) return planRollback(input);
      const plan = await run<RollbackPlan>({ kind: 'rollback', input }, settingsTooCostly);
      return { ...plan, blueprintJson: toBuffer(plan.blueprintJson) };
    },
    async toBlueprint(configJson, funnels) {
      if (!isLargeDocument(configJson)) return toSettingsBlueprint(configJson, funnels);
      return toBuffer(await run<Uint8Array>({ kind: 'blueprint', configJson, funnels }, settingsTooCostly));
    },
  };
}

const draftTooCostly = () =>
  new ServiceError('INVALID_REQUEST', 'The draft needs too much time or memory. It must be split.');
const settingsTooCostly = () =>
  new ServiceError('INVALID_BLUEPRINT', 'The settings need too much time or memory. They must be restored in parts.');

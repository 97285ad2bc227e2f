import type { ReplayReport } from '@svc/proto';
import type { CreatedDraft, DraftInput } from './create-replay-draft.js';
import { READ_TIMEOUT_MS, type ReleasePeers } from './peers.js';
import { toMessages } from './to-messages.js';

/** Matching 2,000 analyses twice. The caller's deadline usually ends the call earlier. */
const REPLAY_TIMEOUT_MS = 60_000;

/**
 * What the newest analyses of a funnel would match with a draft in the place of what is in force. Stores nothing; ends when the
 * caller cancels. docs/releases.md "Replay before release".
 * @throws ServiceError as `createReplayDraft`, MATCHER_FAILURE, or UNAVAILABLE while a process of matcher-svc runs two replays.
 */
export function replayDraft(deps: {
  peers: Pick<ReleasePeers, 'analysis' | 'release'>;
  createDraft(input: DraftInput): Promise<CreatedDraft>;
}) {
  return async ({ analyses, ...input }: DraftInput & { analyses: number }): Promise<ReplayReport> => {
    const { companyId } = input;
    const { funnelId, draftJson } = await deps.createDraft(input);
    const listed = { companyId, funnelId, limit: analyses };
    const { items } = await deps.peers.analysis.listMatchingInputs(listed, { timeoutMs: READ_TIMEOUT_MS });
    const start = { companyId, funnelId, draftJson, asked: analyses };
    const { report } = await deps.peers.release.replayMatches(toMessages(start, items), {
      timeoutMs: REPLAY_TIMEOUT_MS,
    });
    if (!report) throw new Error('The replay ended without a report.');
    return report;
  };
}

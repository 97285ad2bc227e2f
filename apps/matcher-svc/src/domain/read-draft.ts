import type { ReplayDraft } from '@svc/domain';
import { json } from '@svc/kit';

/** A draft of a replay. Its tagging stays JSON, because it may be large and is compiled in a thread. */
export interface ReadDraft {
  settings: Omit<ReplayDraft, 'tagging'>;
  /** `Tagging` of libs/domain: JSON; undefined: the tagging in force. */
  taggingJson: Uint8Array | undefined;
}

/** @param draftJson - `ReplayDraft` of libs/domain: JSON. */
export function readDraft(draftJson: Uint8Array): ReadDraft {
  const { tagging, ...settings } = json.decode<ReplayDraft>(draftJson);
  return { settings, taggingJson: tagging && json.encode(tagging) };
}

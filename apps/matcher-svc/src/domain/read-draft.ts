import type { ReplayDraft } from '@svc/domain';
import { json } from '@svc/kit';

/** The tagging of a draft. */
export interface DraftTagging {
  kind: 'whole' | 'operations';
  /** `Tagging` of libs/domain, or `TaggingOperation[]` for the tagging in force: JSON. */
  json: Uint8Array;
}

/** A draft of a replay. Its tagging stays JSON, because it may be large and is compiled in a thread. */
export interface ReadDraft {
  settings: Omit<ReplayDraft, 'tagging' | 'taggingOperations'>;
  /** Undefined: the tagging in force. */
  tagging: DraftTagging | undefined;
}

/** @param draftJson - `ReplayDraft` of libs/domain: JSON. */
export function readDraft(draftJson: Uint8Array): ReadDraft {
  const { tagging, taggingOperations, ...settings } = json.decode<ReplayDraft>(draftJson);
  if (taggingOperations) return { settings, tagging: { kind: 'operations', json: json.encode(taggingOperations) } };
  return { settings, tagging: tagging && { kind: 'whole', json: json.encode(tagging) } };
}

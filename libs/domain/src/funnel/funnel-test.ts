import type { FunnelMatching } from '../matching/matching-settings.js';
import type { TaggingOperation } from '../matching/tagging-operations.js';

/** Parts of a funnel's matching that an arm replaces; absent ones are those in force. */
export type MatchingArm = Partial<FunnelMatching> & {
  /** false: without Funnel AI. */
  learning?: boolean;
  /** Changes of the company's tagging; at most `MAX_ARM_TAGGING_OPERATIONS`. */
  tagging?: TaggingOperation[];
};

export interface FunnelTestArm {
  key: string;
  weight: number;
  /** Of a test of the questionnaire. */
  versionId?: string;
  /** Of a test of matching. */
  settings?: MatchingArm;
}

/** A test that runs on a funnel, as far as assigning needs it. docs/insight.md N13. */
export interface FunnelTest {
  id: string;
  /** A holdout is one of the shop, not of a funnel. */
  kind: 'QUESTIONNAIRE' | 'MATCHING' | 'HOLDOUT';
  salt: string;
  /** ISO 8601. Before, every arm is like the first one: the dry check. */
  countsFrom: string;
  arms: FunnelTestArm[];
}

import type { FunnelMatching } from '../matching/matching-settings.js';
import type { Step } from './steps.js';

/** What an edit of a funnel changes; a part that is absent is as it is in force. docs/management.md "Editing a funnel". */
export interface FunnelEditParts extends Partial<FunnelMatching> {
  steps?: Step[];
}

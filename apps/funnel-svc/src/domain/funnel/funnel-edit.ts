import type { FunnelEditParts, Problem } from '@svc/domain';

/** That a funnel has an edit. */
export interface FunnelEditSummary {
  revision: number;
  updatedAt: Date;
  /** Display name; empty: the platform token. */
  updatedBy: string;
}

/** What users have changed of a funnel and not yet made a version of. docs/management.md "Editing a funnel". */
export interface FunnelEdit extends FunnelEditSummary {
  /** null: the funnel had no version. */
  baseVersionId: string | null;
  parts: FunnelEditParts;
  problems: Problem[];
  warnings: Problem[];
}

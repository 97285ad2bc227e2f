import type { FunnelMatching } from '@svc/domain';

/** What a user or a caller says about a release. */
export interface ReleaseMark {
  /** Empty: none. */
  note: string;
  /** Display name; empty: the platform token, or a company file. */
  userName: string;
  /** Undefined: the platform token, or not known. */
  userId?: string | undefined;
  /** Number of the release that is restored. */
  restored?: number | undefined;
}

/** A release of a company file, which says nothing about it. */
export const UNMARKED: ReleaseMark = { note: '', userName: '' };

/** What matching does for a funnel, and the version of the settings that it is part of. */
export interface ReleasedSettings {
  version: number;
  settings: FunnelMatching;
}

/** A release without its settings. docs/releases.md "Releases". */
export interface FunnelRelease extends ReleaseMark {
  number: number;
  version: { id: string; number: number };
  releasedAt: Date;
  /** null: it is in force, or not known. */
  settingsVersion: number | null;
}

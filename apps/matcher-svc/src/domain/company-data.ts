import { DEFAULT_TAGGING, type FunnelTest, type MatchingConfig } from '@svc/domain';

/** A stored matching configuration of a company. */
export interface VersionedConfig {
  /** Incremented with every change; 0: nothing was ever applied. */
  version: number;
  config: MatchingConfig;
}

/** The part of a configuration that is not compiled into the assortment. */
export interface VersionedSettings {
  version: number;
  config: Pick<MatchingConfig, 'sets' | 'funnels'>;
  /** Digest of the stored tagging: equal digests mean equal taggings. */
  taggingDigest: string;
}

/** The current versions of a company's funnels. */
export interface FunnelStates {
  /** Change number of funnel-svc. */
  version: number;
  /** Company language, BCP 47. */
  language: string;
  funnels: {
    funnelId: string;
    publishedVersionId: string | null;
    /** Of the published version, milliseconds since 1970. Absent in what was stored before it was recorded. */
    publishedAtMs?: number;
    archived?: boolean;
    /** Versions that a running test assigns. */
    testedVersionIds?: string[];
    /** The running test of matching. */
    matchingTest?: FunnelTest;
  }[];
}

export const EMPTY_CONFIG: VersionedConfig = {
  version: 0,
  config: { tagging: DEFAULT_TAGGING, sets: [], funnels: {} },
};

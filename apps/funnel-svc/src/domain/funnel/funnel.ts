import type { Step } from '@svc/domain';

/** The settings of a funnel in a blueprint, without its versions. */
export interface FunnelProfile {
  subdomain: string;
  host: string | null;
  name: string;
  /** null: the name. */
  value: string | null;
  paused: boolean;
  archived: boolean;
}

/** A current version of a funnel, as publishing compares it. */
export interface CurrentVersion {
  id: string;
  number: number;
  steps: Step[];
  contentDigest: Buffer;
  givenDigest: Buffer;
}

export interface Funnel extends FunnelProfile {
  id: string;
  companyId: string;
  published: CurrentVersion | null;
  draft: CurrentVersion | null;
  /** The highest number of any version; 0 without one. */
  lastNumber: number;
}

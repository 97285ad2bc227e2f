import type { ExperimentKindName, ExperimentMeasureName } from '@svc/domain';

/** One of the alternatives that units are assigned to; the first one is the base of comparison. */
export interface Arm {
  /** A, B or C. */
  key: string;
  name: string;
  weight: number;
  /** Of a test of the questionnaire; empty: not chosen yet. */
  versionId: string;
  /** Of a test of matching, JSON; empty: those in force. */
  settingsJson: string;
}

/** What the merchant decides before the start. */
export interface ExperimentDesign {
  name: string;
  kind: ExperimentKindName;
  /** Of a holdout empty. */
  funnelId: string;
  hypothesis: string;
  primaryMeasure: ExperimentMeasureName;
  /** 0: not decided yet. */
  minimumEffect: number;
  arms: readonly Arm[];
}

export interface ExperimentPlan {
  /** Per arm. */
  plannedUnits: number;
  /** Of the smallest arm. */
  unitsPerWeek: number;
  /** Until the smallest arm has the planned units; null: there were no units. */
  days: number | null;
  /** Mean of the primary measure; null: nothing was measured. */
  baseline: number | null;
}

/** Stored states. A dry check is a running test whose units do not count yet. */
export type StoredState = 'DRAFT' | 'RUNNING' | 'DECIDED' | 'STOPPED' | 'ARCHIVED';
export type EndReason = 'STOPPED' | 'PUBLISHED';

export interface Experiment {
  companyId: string;
  id: string;
  design: ExperimentDesign;
  state: StoredState;
  revision: number;
  plan: ExperimentPlan | null;
  revenueCap: number | null;
  /** ISO 4217: revenue counts orders in it. Empty before the start. */
  currency: string;
  /** Empty before the start. */
  salt: string;
  createdAt: Date;
  startedAt: Date | null;
  countsFrom: Date | null;
  endedAt: Date | null;
  endReason: EndReason | null;
}

/** How long a dry check takes. docs/insight.md N13.4. */
export const DRY_CHECK_MS = 24 * 60 * 60_000;

/** The state that callers see. */
export const getState = ({ state, countsFrom }: Experiment, now: Date): StoredState | 'DRY_CHECK' =>
  state === 'RUNNING' && countsFrom !== null && now < countsFrom ? 'DRY_CHECK' : state;
